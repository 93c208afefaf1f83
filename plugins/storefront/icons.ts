// Line icons of the header and the product page, drawn in the colour of the text. Decorative: links and buttons have a text of their own.
import { Markup } from '../http/markup.js'

const drawIcon = (path: string): Markup =>
  new Markup(
    `<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`,
  )

export const icons = {
  menu: drawIcon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  search: drawIcon('<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>'),
  account: drawIcon('<circle cx="12" cy="8.5" r="3.75"/><path d="M4.75 20c.9-3.7 3.8-5.5 7.25-5.5s6.35 1.8 7.25 5.5"/>'),
  delivery: drawIcon(
    '<path d="M3 6.5h10.5V16H3zM13.5 10h4l3 3v3h-7z"/><circle cx="7" cy="17.5" r="1.75"/><circle cx="17" cy="17.5" r="1.75"/>',
  ),
  returns: drawIcon('<path d="M4.5 9.5h10a5 5 0 0 1 0 10H8"/><path d="m8.5 5.5-4 4 4 4"/>'),
  payment: drawIcon('<rect x="3.5" y="6" width="17" height="12.5" rx="1.5"/><path d="M3.5 10.5h17M7 15h3.5"/>'),
  cart: drawIcon('<path d="M5.5 8.5h13l1 11.5h-15zM8.75 8.5V7a3.25 3.25 0 0 1 6.5 0v1.5"/>'),
}
