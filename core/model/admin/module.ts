// What plugins bring to the admin: screens, controls of fields and tiles, each a script of the browser with what it is given there.
import type { Area, Level } from '../../ground/access/areas.js'

export interface AdminScreen {
  /** Kebab-case: the screen lies at `/svc-admin/screens/<name>`. */
  readonly name: string
  /** Its entry in the menu and its heading, in English; translated like what is said to shoppers. */
  readonly label: string
  /** Where it stands in the menu. Who lacks this area's scope has no such screen; what it calls asks for rights of its own. */
  readonly area: Area
  /** `read` if left out. */
  readonly level?: Level
  /** The script's file, an ES module that imports nothing and exports `open`: `new URL('./browser/material-use.js', import.meta.url)`. */
  readonly script: URL
}

export interface AdminWidget {
  /** Kebab-case. */
  readonly name: string
  /** A control for the fields of a property kind or for one property, or a tile of the start screen. */
  readonly draws: 'kind' | 'property' | 'tile'
  /** The kind's name; the property with its entity, `material.surface`; or the area whose readers see the tile. */
  readonly of: string
  /** The heading of a tile, in English. */
  readonly label?: string
  /** The script's file, an ES module that imports nothing and exports `open`. */
  readonly script: URL
}

/** What the script of a screen or of a tile exports as `open`: it draws into the element; what it returns is called when it is left. */
export type OpenAdminPart = (host: HTMLElement, kit: AdminKit) => (() => void) | void

/** What the script of a control exports as `open`. `show` is called before anything is drawn and whenever the field changes. */
export type OpenAdminControl = (
  host: HTMLElement,
  kit: AdminKit,
) => { readonly show: (state: AdminControlState) => void; readonly close?: () => void }

/** What every script of the admin is given. */
export interface AdminKit {
  /** The language of whoever works, `en` or `de`. */
  readonly language: string
  /** The language tags of the shop, the default first. */
  readonly languages: readonly string[]
  /** True where he may write the area of the screen or tile; false for controls, whose state says `disabled`. */
  readonly mayWrite: boolean
  /** The address of a page of the admin for a link: `page('records/material/3')`. */
  page(path: string): string
  /**
   * Calls the admin's API in his name: `ask('GET', 'records/material?limit=20')`, `ask('POST', 'actions/replace-material', input)`.
   * Throws an error with the sentence of the refusal.
   */
  ask(method: string, path: string, body?: unknown): Promise<unknown>
  /** Goes to another page of the admin, unless something typed would be lost and he stays. */
  go(path: string): void
  /** Says something in the corner of the window. */
  tell(sentence: string): void
}

/** A field as its control is told of it. */
export interface AdminControlState {
  /** The id that the form control must have: the label points to it. */
  readonly id: string
  readonly label: string
  /** As the record holds it; null for nothing. */
  readonly value: unknown
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
  /** Ids for the control's aria-describedby. */
  readonly describedBy: string
  /** Puts another value into the form, which is saved with the record; null empties the field. */
  change(value: unknown): void
}
