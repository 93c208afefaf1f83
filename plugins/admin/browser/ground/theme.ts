// Dark or light: as the machine is set, or as the person chose on this one.
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

/** Draws in the chosen theme from now on. */
export function startTheme(): void {
  show()
  theme.subscribe(() => {
    show()
    try {
      localStorage.setItem(key, theme.get())
    } catch {
      // A browser that keeps nothing shows the choice until the page is closed.
    }
  })
}
