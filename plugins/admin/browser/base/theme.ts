// Dark or light theme: the system's setting, or the person's choice in this browser.
import { createStore } from './store.js'

export const themes = ['auto', 'light', 'dark'] as const
export type ColorScheme = (typeof themes)[number]

const storageKey = 'svc-admin-theme'

function loadTheme(): ColorScheme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export const themeStore = createStore<ColorScheme>(loadTheme())

function applyTheme(): void {
  document.documentElement.dataset['theme'] = themeStore.get()
}

/** Applies the theme now and after each change. */
export function startTheme(): void {
  applyTheme()
  themeStore.subscribe(() => {
    applyTheme()
    try {
      localStorage.setItem(storageKey, themeStore.get())
    } catch {
      // Without browser storage the choice lasts until the page closes.
    }
  })
}
