// Keyboard shortcuts: each screen registers its own while it is visible, and the keyboard help lists the active ones.
import { useEffect, useRef } from 'react'
import { createStore } from './store.js'

interface Shortcut {
  /** `KeyboardEvent.key` in lower case, with the prefix `mod+` for Ctrl or Command. */
  readonly keys: string
  readonly label: string
  readonly run: () => void
  /** Also works while a text field has the focus. */
  readonly always?: boolean
}

export const activeShortcuts = createStore<readonly Shortcut[]>([])

/** A key that a part of the screen handles itself while it has the focus. Only listed in the keyboard help. */
export interface KeyHelpEntry {
  /** As shown to people. */
  readonly keys: readonly string[]
  readonly label: string
}

interface KeyHelpSection {
  readonly part: string
  readonly keys: readonly KeyHelpEntry[]
}

export const keyHelpSections = createStore<readonly KeyHelpSection[]>([])

/** Lists the keys of a part in the keyboard help while the part is visible. */
export function useKeyHelp(part: string, keys: readonly KeyHelpEntry[]): void {
  useEffect(() => {
    const own = { part, keys }
    keyHelpSections.set([...keyHelpSections.get(), own])
    return () => keyHelpSections.set(keyHelpSections.get().filter((section) => section !== own))
  }, [part])
}

const inputSelector = 'input:not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable=true]'

function formatKeyEvent(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key
}

/** Listens for shortcuts on the whole page. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const name = formatKeyEvent(event)
    const shortcut = activeShortcuts.get().findLast(({ keys }) => keys === name)
    if (!shortcut) return
    const inField = event.target instanceof Element && event.target.closest(inputSelector) !== null
    const inDialog = document.querySelector('dialog[open]') !== null
    if ((inField || inDialog) && !shortcut.always) return
    event.preventDefault()
    shortcut.run()
  })
}

/** Registers shortcuts while the component is mounted. Always runs the handlers of the latest render. */
export function useShortcuts(mine: readonly Shortcut[]): void {
  const latest = useRef(mine)
  latest.current = mine
  const print = mine.map(({ keys, label }) => `${keys} ${label}`).join()
  useEffect(() => {
    const own = latest.current.map((shortcut, at) => ({ ...shortcut, run: () => latest.current[at]?.run() }))
    activeShortcuts.set([...activeShortcuts.get(), ...own])
    return () => activeShortcuts.set(activeShortcuts.get().filter((entry) => !own.includes(entry)))
  }, [print])
}

/** Display text of a key: `mod+k` as `Ctrl + K` or `⌘ + K`. */
export function formatShortcut(keys: string): string {
  const mac = navigator.platform.startsWith('Mac')
  return keys
    .split('+')
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key))
    .join(' + ')
}
