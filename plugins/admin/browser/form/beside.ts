// What a form tells the screen that it stands in, where it is not a screen of its own.
import type { RecordReply } from '../../transport/shape.js'
import type { Values } from './values.js'

export interface Beside {
  onSaved(reply: RecordReply, inserted: boolean): void | Promise<void>
  onDeleted(): void
  /** What differs from what is stored, whenever something is typed. */
  onTyped(fields: Values): void
  /** Asked before a save; false leaves everything as it is. */
  confirms(fields: Values): Promise<boolean>
}
