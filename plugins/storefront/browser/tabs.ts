// Notifies the other tabs of this browser that a configuration has changed, and receives their notifications.

interface Word {
  readonly token: string
  readonly revision: number
}

export class Tabs {
  private channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('svc-configurations')

  constructor(heard: (word: Word) => void) {
    this.channel?.addEventListener('message', (event: MessageEvent<Word>) => heard(event.data))
  }

  tell(token: string, revision: number): void {
    this.channel?.postMessage({ token, revision } satisfies Word)
  }

  close(): void {
    this.channel?.close()
    // Requests that finish after the component has left the page have no channel to notify.
    this.channel = null
  }
}
