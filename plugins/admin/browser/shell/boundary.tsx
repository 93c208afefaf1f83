// Error boundary: a failing screen does not break the frame.
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
    // Loading the page again also fetches scripts that failed to load.
    return error === null ? this.props.children : <Failure error={error} retry={() => location.reload()} />
  }
}
