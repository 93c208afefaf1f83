// Icons of the admin: strokes in the text colour, hidden from screen readers because a text accompanies them.
import type { ReactNode } from 'react'

const strokes = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  next: 'M9 6l6 6-6 6',
  filter: 'M4 5h16l-6 8v5l-4 2v-7z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  more: 'M5.5 12h1M11.5 12h1M17.5 12h1',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 20c1-4 4-6 8-6s7 2 8 6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  check: 'M5 12l5 5 9-10',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  out: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  tree: 'M5 5h6M5 5v14h6M5 12h6M15 5h4M15 12h4M15 19h4',
} as const

type IconName = keyof typeof strokes

/** Icons that point in the reading direction. They are mirrored in right-to-left layouts. */
const turningIcons: ReadonlySet<IconName> = new Set(['out', 'tree'])

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      className={turningIcons.has(name) ? 'icon turns' : 'icon'}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={strokes[name]} />
    </svg>
  )
}
