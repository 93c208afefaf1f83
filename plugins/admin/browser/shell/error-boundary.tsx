// Error boundary: a failing screen does not break the frame.
import { Component, type ReactNode } from 'react'
import { FailureMessage } from './failure-message.js'

interface ErrorBoundaryState {
  readonly error: unknown
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    // Loading the page again also fetches scripts that failed to load.
    return error === null ? this.props.children : <FailureMessage error={error} retry={() => location.reload()} />
  }
}
