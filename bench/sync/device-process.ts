/** One simulated device: the app's client, its disk and its calls to the backend, without a screen, in a process of its own. */
import { preparePage } from './page.ts';
import { serveRemote } from './remote.ts';
import { createDevice } from './device.ts';

const page = preparePage(process.argv[2] ?? '');
const device = createDevice(page);

export type Device = typeof device;

serveRemote(device);
