/** One simulated device as a separate process: the app's client, storage and backend calls, without a screen. */
import { installFakeBrowser } from './fake-browser.ts';
import { serveRpc } from './rpc-process.ts';
import { createDevice } from './simulated-device.ts';

const browser = installFakeBrowser(process.argv[2] ?? '');
// The app downloads these once and keeps them. Here, loading them took about a third of a first sync.
await Promise.all([
  import('#device/backend/realtime/realtime-subscription.ts'),
  import('#device/database/sync/sync-storage.ts'),
]);
const device = createDevice(browser);

export type Device = typeof device;

serveRpc(device);
