// Keyboard shortcuts of the product tree.
import type { KeyboardEvent } from 'react'
import type { ToldKey } from '../ground/shortcuts.js'
import { w } from './wording/say.js'

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

const plain: Readonly<Record<string, TreeAction>> = {
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
const withAlt: Readonly<Record<string, TreeAction>> = { ArrowUp: 'move-up', ArrowDown: 'move-down' }
const withControl: Readonly<Record<string, TreeAction>> = { c: 'copy', x: 'cut', v: 'paste' }

/** The action of a key, or null. The right arrow opens a level, in right-to-left layouts the left arrow. */
export function treeAction(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'key' | 'metaKey'>,
  rtl: boolean,
): TreeAction | null {
  if (altKey) return withAlt[key] ?? null
  if (ctrlKey || metaKey) return withControl[key.toLowerCase()] ?? null
  if (key === 'ArrowRight') return rtl ? 'out' : 'in'
  if (key === 'ArrowLeft') return rtl ? 'in' : 'out'
  return Object.hasOwn(plain, key) ? plain[key]! : null
}

/** The tree's entries in the keyboard help. */
export const treeKeys = (): readonly ToldKey[] => [
  { keys: ['↑', '↓', 'Home', 'End', 'Page ↑', 'Page ↓'], label: w('keyWalk') },
  { keys: ['→', '←'], label: w('keyFold') },
  { keys: ['Enter'], label: w('keyOpen') },
  { keys: ['F2'], label: w('rename') },
  { keys: ['N'], label: w('keyAddAfter') },
  { keys: ['Shift + N'], label: w('keyAddInside') },
  { keys: ['Alt + ↑'], label: w('moveUp') },
  { keys: ['Alt + ↓'], label: w('moveDown') },
  { keys: ['Space'], label: w('keyPublish') },
  { keys: ['Ctrl + C', 'Ctrl + X', 'Ctrl + V'], label: w('keyClipboard') },
  { keys: ['Delete'], label: w('keyDelete') },
]
