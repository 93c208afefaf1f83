// Units that wait for each other anyway share one COMMIT: the flush to the disk costs more than all that a small unit does.
import type { NativeConnection } from './native.js'
import type { Lingering, WriterQueue } from './writer-queue.js'

/** Units of one COMMIT at most. */
const mostUnits = 16
/** Milliseconds after which the first of them is stored at the next opportunity, and other processes get their chance. */
const longest = 5

interface Ended {
  readonly stored: () => void
  readonly failed: (error: unknown) => void
}

/** What became of a unit whose COMMIT failed by another's fault: `unit` runs its closure again, as where the file is busy. */
const again = (cause: unknown): Error =>
  Object.assign(new Error('The units of a shared COMMIT were taken back together.', { cause }), { errcode: 5 })

/**
 * The transaction of one writing connection. The unit that begins it is bare, each that joins it stands in a savepoint. Nobody is
 * told that he is stored, and no other connection sees his rows, before the COMMIT of all.
 */
export class CommitGroup implements Lingering {
  /** Units that have ended and wait for the COMMIT. */
  private ended: Ended[] = []
  /** Units that were taken back, and had seen what the others have not stored yet. */
  private witnesses: Ended[] = []
  private since = 0
  private inSavepoint = false

  constructor(
    private readonly writer: NativeConnection,
    private readonly queue: WriterQueue,
  ) {}

  /** Begins a unit, whose turn it is; `commit` or `rollback` must follow. False where it is the first, and has to begin the transaction. */
  joined(): boolean {
    this.inSavepoint = false
    if (this.ended.length === 0) return false
    this.writer.exec('SAVEPOINT svc_unit')
    return (this.inSavepoint = true)
  }

  /** Ends the unit and gives its turn away. Resolves once it is stored; rejects with the error of the COMMIT. */
  commit(): Promise<void> {
    if (this.ended.length === 0) this.since = performance.now()
    return new Promise((stored, failed) => {
      this.ended.push({ stored, failed })
      this.pass()
    })
  }

  /**
   * Takes the unit back and gives its turn away. Resolves once all that it has seen is stored: whoever is refused for what was never stored
   * has been told an untruth. Rejects where that was taken back too, so that it runs again.
   */
  rollback(): Promise<void> {
    const seen = this.inSavepoint
      ? new Promise<void>((stored, failed) => this.witnesses.push({ stored, failed }))
      : Promise.resolve()
    // Nobody need wait for it.
    seen.catch(() => undefined)
    if (this.undone()) this.pass()
    else {
      this.fail(null)
      this.queue.release()
    }
    return seen
  }

  /** Takes back what the unit wrote and nothing else; false where it is bare, or where SQLite took back all (full disk, failed read). */
  private undone(): boolean {
    if (!this.inSavepoint || !this.writer.inTransaction) return false
    try {
      this.writer.exec('ROLLBACK TO SAVEPOINT svc_unit')
      return true
    } catch {
      return false
    }
  }

  /** Stores what has ended, between two turns. */
  end(): void {
    this.store()
  }

  /** Hands on what has ended to the next unit, if that may join, else stores it. */
  private pass(): void {
    const { next } = this.queue
    const mayGrow = this.ended.length < mostUnits && performance.now() - this.since < longest
    if (!mayGrow || (next !== this && next !== null)) {
      this.store()
      return this.queue.release()
    }
    try {
      if (this.inSavepoint) this.writer.exec('RELEASE SAVEPOINT svc_unit')
    } catch (error) {
      this.fail(error)
      return this.queue.release()
    }
    if (next === this) return this.queue.release()
    // Whoever has asked in this turn of the event loop joins; the lone one loses microseconds.
    this.queue.linger(this)
    setImmediate(() => {
      if (this.queue.recall(this)) this.store()
    })
  }

  private store(): void {
    try {
      this.writer.exec('COMMIT')
      for (const { stored } of [...this.ended.splice(0), ...this.witnesses.splice(0)]) stored()
    } catch (error) {
      this.fail(error)
    }
  }

  /** One alone is told what is wrong; of several nobody knows whose fault it is, so that each runs again. */
  private fail(error: unknown): void {
    const ended = this.ended.splice(0)
    for (const { failed } of ended) failed(error !== null && ended.length === 1 ? error : again(error))
    for (const { failed } of this.witnesses.splice(0)) failed(again(error))
    try {
      if (this.writer.inTransaction) this.writer.exec('ROLLBACK')
    } catch {
      // Nobody's turn may end with it: what cannot be rolled back either shows at the next BEGIN.
    }
  }
}
