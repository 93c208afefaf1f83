// Tells the other tabs of this browser that a configuration was changed, and hears it from them.

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
    // What is still under way when the component leaves the page has nobody to tell.
    this.channel = null
  }
}
