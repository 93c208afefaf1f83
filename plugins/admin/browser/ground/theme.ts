// Dark or light theme: the system's setting, or the person's choice in this browser.
import { createStore } from './store.js'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'svc-admin-theme'

function kept(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export const theme = createStore<Theme>(kept())

function show(): void {
  document.documentElement.dataset['theme'] = theme.get()
}

/** Applies the theme now and after each change. */
export function startTheme(): void {
  show()
  theme.subscribe(() => {
    show()
    try {
      localStorage.setItem(key, theme.get())
    } catch {
      // Without browser storage the choice lasts until the page closes.
    }
  })
}
