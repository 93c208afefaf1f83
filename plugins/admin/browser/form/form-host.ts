// Interface between a form and the screen that embeds it.
import type { RecordChoice, RecordReply } from '../../api/shape.js'
import type { FormValues } from './form-values.js'

export interface FormHost {
  /** The heading, if it is not the title of the record. */
  readonly title?: string
  onSaved(reply: RecordReply, inserted: boolean): void | Promise<void>
  onDeleted(): void
  /** Called when a deletion was undone. */
  readonly onRestored: () => unknown
  /** Choices of a reference field, if the screen knows all records of the entity. null to ask the server. */
  nearby(entity: string): readonly RecordChoice[] | null
  /** Called after each input, with the values that differ from the stored ones. */
  onTyped(fields: FormValues): void
  /** Called before a save. false cancels the save. */
  confirms(fields: FormValues): Promise<boolean>
}
