// Keeps a screen that fails from taking the frame with it.
import { Component, type ReactNode } from 'react'
import { Failure } from './failure.js'

interface State {
  readonly error: unknown
}

export class Boundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    // A part that could not be loaded comes with a new load of the page.
    return error === null ? this.props.children : <Failure error={error} retry={() => location.reload()} />
  }
}
