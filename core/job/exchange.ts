// What the service and the thread of its jobs say to each other.

/** How the thread is started. */
export interface ThreadStart {
  /** The configuration file, from which it assembles the same types. */
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
  /** The configuration cannot be assembled there. */
  | { readonly kind: 'broken'; readonly reason: string }
