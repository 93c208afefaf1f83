// Keyboard shortcuts of the product tree.
import type { KeyboardEvent } from 'react'
import type { KeyHelpEntry } from '../base/shortcuts.js'
import { tWorkshop } from './wording/workshop-text.js'

export type TreeAction =
  | 'down'
  | 'up'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'
  | 'in'
  | 'out'
  | 'open'
  | 'rename'
  | 'remove'
  | 'publish'
  | 'add-after'
  | 'add-inside'
  | 'move-up'
  | 'move-down'
  | 'copy'
  | 'cut'
  | 'paste'

const plainKeys: Readonly<Record<string, TreeAction>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Enter: 'open',
  F2: 'rename',
  Delete: 'remove',
  ' ': 'publish',
  n: 'add-after',
  N: 'add-inside',
  Insert: 'add-after',
}
const altKeys: Readonly<Record<string, TreeAction>> = { ArrowUp: 'move-up', ArrowDown: 'move-down' }
const controlKeys: Readonly<Record<string, TreeAction>> = { c: 'copy', x: 'cut', v: 'paste' }

/** The action of a key, or null. The right arrow opens a level, in right-to-left layouts the left arrow. */
export function getTreeAction(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'key' | 'metaKey'>,
  rtl: boolean,
): TreeAction | null {
  if (altKey) return altKeys[key] ?? null
  if (ctrlKey || metaKey) return controlKeys[key.toLowerCase()] ?? null
  if (key === 'ArrowRight') return rtl ? 'out' : 'in'
  if (key === 'ArrowLeft') return rtl ? 'in' : 'out'
  return Object.hasOwn(plainKeys, key) ? plainKeys[key]! : null
}

/** The tree's entries in the keyboard help. */
export const listTreeKeys = (): readonly KeyHelpEntry[] => [
  { keys: ['↑', '↓', 'Home', 'End', 'Page ↑', 'Page ↓'], label: tWorkshop('keyWalk') },
  { keys: ['→', '←'], label: tWorkshop('keyFold') },
  { keys: ['Enter'], label: tWorkshop('keyOpen') },
  { keys: ['F2'], label: tWorkshop('rename') },
  { keys: ['N'], label: tWorkshop('keyAddAfter') },
  { keys: ['Shift + N'], label: tWorkshop('keyAddInside') },
  { keys: ['Alt + ↑'], label: tWorkshop('moveUp') },
  { keys: ['Alt + ↓'], label: tWorkshop('moveDown') },
  { keys: ['Space'], label: tWorkshop('keyPublish') },
  { keys: ['Ctrl + C', 'Ctrl + X', 'Ctrl + V'], label: tWorkshop('keyClipboard') },
  { keys: ['Delete'], label: tWorkshop('keyDelete') },
]
