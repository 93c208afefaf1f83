// Style sheets of the admin: made by script and adopted, since its pages allow no style of their own inside the document.
import { groundStyle } from './ground.js'
import { shellStyle } from './shell.js'

/** Adds a style sheet to the page, once. */
export function adopter(text: string): () => void {
  let adopted = false
  return () => {
    if (adopted) return
    adopted = true
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
}

/** What every screen stands on. */
export const adoptStyle = adopter(groundStyle + shellStyle)
