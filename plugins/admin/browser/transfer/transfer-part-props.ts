// Properties of the parts of the transfer screen.

export interface TransferPartProps {
  readonly mayWrite: boolean
  /** The text of a sheet from another part. */
  readonly given: string | null
  onSheet(text: string): void
}
