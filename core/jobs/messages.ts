// The messages between the main thread and a worker thread.

/** The start data of a worker thread. */
export interface ThreadStart {
  /** The configuration file from which the thread assembles the same types. */
  readonly file: string
}

export interface ToThread {
  readonly job: string
  readonly input: unknown
  readonly milliseconds: number
}

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly sentence: string }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The thread cannot assemble the configuration. */
  | { readonly kind: 'broken'; readonly reason: string }
