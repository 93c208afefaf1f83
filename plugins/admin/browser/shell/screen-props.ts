// Properties of every screen.
import type { MenuArea, AdminSessionReply } from '../../api/shape.js'

export interface ScreenProps {
  readonly session: AdminSessionReply
  readonly menu: readonly MenuArea[]
}
