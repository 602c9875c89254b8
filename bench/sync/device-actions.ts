/** The actions that benchmarks perform on a list. */
import type { Store } from '#client/store/store.ts';
import type { BenchDevice, Tick } from './bench-device.ts';
import { monotonicNow } from './monotonic-now.ts';

type DeviceActions = Pick<BenchDevice, 'ids' | 'add' | 'tick' | 'change'>;

export function createDeviceActions(storeOf: () => Store): DeviceActions {
  const ids = (): readonly string[] =>
    Array.from(storeOf().list.items.values()).flatMap(({ id, deleted }) => (deleted ? [] : [id]));
  const add = (count: number): void => {
    const store = storeOf();
    const category = [...store.list.categories.keys()][0] ?? '';
    const from = store.list.items.size;
    for (let at = 0; at < count; at += 1) {
      const name = `Thing number ${from + at}`;
      store.applyChange({ type: 'add-item', id: store.createId(), name, category });
    }
  };
  const tick = ({ id, checked }: Tick): number => {
    const at = monotonicNow();
    storeOf().applyChange({ type: 'check-item', id, checked });
    return at;
  };
  return {
    ids,
    add,
    tick,
    change({ ticks, deletes }) {
      const all = ids();
      for (const id of all.slice(0, ticks)) tick({ id, checked: true });
      for (const id of all.slice(ticks, ticks + deletes)) storeOf().applyChange({ type: 'delete-item', id });
    },
  };
}
