// Notifies the other tabs of this browser that a configuration has changed, and receives their notifications.

interface RevisionMessage {
  readonly token: string
  readonly revision: number
}

export class TabChannel {
  private channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('svc-configurations')

  constructor(heard: (word: RevisionMessage) => void) {
    this.channel?.addEventListener('message', (event: MessageEvent<RevisionMessage>) => heard(event.data))
  }

  notify(token: string, revision: number): void {
    this.channel?.postMessage({ token, revision } satisfies RevisionMessage)
  }

  close(): void {
    this.channel?.close()
    // Requests that finish after the component has left the page have no channel to notify.
    this.channel = null
  }
}
