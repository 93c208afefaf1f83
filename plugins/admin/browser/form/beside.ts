// What a form tells the screen that it stands in, where it is not a screen of its own.
import type { Choice, RecordReply } from '../../transport/shape.js'
import type { Values } from './values.js'

export interface Beside {
  onSaved(reply: RecordReply, inserted: boolean): void | Promise<void>
  onDeleted(): void
  /** What was deleted stands again. */
  readonly onRestored: () => unknown
  /** What a reference to the entity may name, where the screen knows all of it; null where the server is to be asked. */
  nearby(entity: string): readonly Choice[] | null
  /** What differs from what is stored, whenever something is typed. */
  onTyped(fields: Values): void
  /** Asked before a save; false leaves everything as it is. */
  confirms(fields: Values): Promise<boolean>
}
