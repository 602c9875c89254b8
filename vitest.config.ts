/** How unit, property and server tests run: in Node, beside the code they prove. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,client,device,web,server,site,scripts,bench}/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/boundaries/violations/**'],
    environment: 'node',
    globalSetup: 'test/postgres/global-setup.ts',
    testTimeout: 60_000,
    // Vitest would leave one processor to itself, and take twice as long on a small machine; many tests wait for programs that start.
    maxWorkers: availableParallelism() + 1,
  },
});
