// Properties of every screen.
import type { MenuArea, Session } from '../../transport/shape.js'

export interface ScreenProps {
  readonly session: Session
  readonly menu: readonly MenuArea[]
}
