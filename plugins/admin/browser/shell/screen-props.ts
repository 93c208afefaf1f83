// Properties of every screen.
import type { MenuArea, AdminSessionReply } from '../../transport/shape.js'

export interface ScreenProps {
  readonly session: AdminSessionReply
  readonly menu: readonly MenuArea[]
}
