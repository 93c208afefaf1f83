// What each part of the transfer screen is given.

export interface PartProps {
  readonly mayWrite: boolean
  /** The text of a sheet that another part has made. */
  readonly given: string | null
  onSheet(text: string): void
}
