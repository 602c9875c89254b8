/** What a tick renders above the list: nothing, unless it is the first or the last. */
import { Profiler } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useHeading } from '#web/shown-list/shown-list.ts';
import { GROCERIES, openInMemory, showPart } from '#web/testing/show-list.tsx';
import { NoItems } from '#web/list/categories/no-items.tsx';
import { ListControls } from './list-controls.tsx';

const ignore = (): void => undefined;

const Count = () => <p>{useHeading().checked} in the basket</p>;

test('[L11] a tick renders the controls only if it changes what they offer', async () => {
  const open = await openInMemory(GROCERIES);
  const onRender = vi.fn<() => void>();
  await showPart(
    open,
    <>
      <Count />
      <Profiler id="controls" onRender={onRender}>
        <ListControls selected={null} isShopping={false} onSelect={ignore} onConfirm={ignore} onStores={ignore} />
        <NoItems onAddCategory={ignore} />
      </Profiler>
    </>,
  );
  const tick = (id: string, checked: boolean): void => {
    open.store.applyChange({ type: 'check-item', id, checked });
  };
  tick('milk', true);
  await expect.element(page.getByRole('button', { name: 'Clear checked' })).toBeVisible();
  onRender.mockClear();
  tick('eggs', true);
  await expect.element(page.getByText('2 in the basket')).toBeVisible();
  tick('eggs', false);
  await expect.element(page.getByText('1 in the basket')).toBeVisible();
  expect(onRender).not.toHaveBeenCalled();
  tick('milk', false);
  await expect.element(page.getByRole('button', { name: 'Clear checked' })).not.toBeInTheDocument();
  expect(onRender).toHaveBeenCalled();
});
