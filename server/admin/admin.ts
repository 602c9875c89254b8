/** Manages accounts on the command line: `npm run admin -- COMMAND`. */
import { runCommandNamed } from '#server/command/run-command.ts';
import { messages } from '#server/messages.ts';
import { adminCommands } from './commands.ts';

await runCommandNamed(adminCommands, messages.adminUsage);
