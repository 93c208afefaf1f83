// Declares the screens, field controls and tiles that plugins add to the admin, and the interface of their browser scripts.
import type { Area, Level } from '../../foundation/access.js'

export interface AdminScreen {
  /** Kebab-case. The URL of the screen is `/svc-admin/screens/<name>`. */
  readonly name: string
  /** Menu entry and heading in English; translated by the plugin's translations. */
  readonly label: string
  /** Menu group. The screen requires the scope of this area; the calls that it makes require their own scopes. */
  readonly area: Area
  /** Default: `read`. */
  readonly level?: Level
  /** URL of the script, an ES module without imports that exports `open`: `new URL('./browser/material-use.js', import.meta.url)`. */
  readonly script: URL
}

export interface AdminWidget {
  /** Kebab-case. */
  readonly name: string
  /** A control for all fields of a property kind, a control for one property, or a tile of the start screen. */
  readonly draws: 'kind' | 'property' | 'tile'
  /** The name of the property kind; the property with its entity (`material.surface`); or the area whose readers see the tile. */
  readonly of: string
  /** Heading of a tile, in English. */
  readonly label?: string
  /** URL of the script, an ES module without imports that exports `open`. */
  readonly script: URL
}

/** The `open` export of a screen or tile script. It draws into `host`; the returned function runs when the user leaves the page. */
export type OpenAdminPart = (host: HTMLElement, kit: AdminKit) => (() => void) | void

/** The `open` export of a control script. The admin calls `show` before the first drawing and on every change of the field. */
export type OpenAdminControl = (
  host: HTMLElement,
  kit: AdminKit,
) => { readonly show: (state: AdminControlState) => void; readonly close?: () => void }

/** The admin functions that each script receives. */
export interface AdminKit {
  /** Language of the user interface, `en` or `de`. */
  readonly language: string
  /** Language tags of the shop, the default first. */
  readonly languages: readonly string[]
  /** True if the user may write in the area of the screen or tile. Always false for controls: they use `disabled` of their state. */
  readonly mayWrite: boolean
  /** Returns the URL of an admin page for a link: `page('records/material/3')`. */
  page(path: string): string
  /**
   * Calls the admin API as the signed-in user: `ask('GET', 'records/material?limit=20')`, `ask('POST', 'actions/replace-material', input)`.
   * Rejects with an `Error` whose message is the API's error message.
   */
  ask(method: string, path: string, body?: unknown): Promise<unknown>
  /** Opens another admin page. Unsaved input is confirmed first; the user can then stay on the page. */
  go(path: string): void
  /** Shows a short notification in the corner of the window. */
  tell(sentence: string): void
}

/** The state of a field that its control displays. */
export interface AdminControlState {
  /** The id of the form control; the label refers to it. */
  readonly id: string
  readonly label: string
  /** The stored value; null if the field is empty. */
  readonly value: unknown
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
  /** Ids for the control's `aria-describedby`. */
  readonly describedBy: string
  /** Puts another value into the form, which is saved with the record. Null clears the field. */
  change(value: unknown): void
}
