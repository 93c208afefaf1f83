// What every screen is given.
import type { MenuArea, Session } from '../../transport/shape.js'

export interface ScreenProps {
  readonly session: Session
  readonly menu: readonly MenuArea[]
}
