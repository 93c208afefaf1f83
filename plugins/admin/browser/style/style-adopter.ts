// Adds style sheets by script, because the page's security policy forbids inline styles.
import { baseStyle } from './base.js'
import { shellStyle } from './shell.js'

/** Adds a style sheet to the page, once. */
export function createStyleAdopter(text: string): () => void {
  let adopted = false
  return () => {
    if (adopted) return
    adopted = true
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
}

/** The base styles of every screen. */
export const adoptBaseStyle = createStyleAdopter(baseStyle + shellStyle)
