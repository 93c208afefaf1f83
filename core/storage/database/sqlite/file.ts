// One database file, or one database in memory: a connection that writes behind a queue and one that reads beside it.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RunResult, SqlParameter } from '../statement.js'
import { CommitGroup } from './commit-group.js'
import { NativeConnection } from './native.js'
import { WriterQueue } from './writer-queue.js'

/** Milliseconds that a reader, and a writer of another process's turn, is waited for. */
const busyTimeout = 10_000
/** Milliseconds of work without a pause: then the event loop gets its turn, because every statement is synchronous. */
const stretch = 4

/** Milliseconds that a writer waits for others of this process; in memory, where readers wait too, a hang shall show soon. */
const [patience, memoryPatience] = [60_000, 10_000] as const

/** Queues by file, for all apps of this process. */
const queues = new Map<string, { readonly queue: WriterQueue; users: number }>()

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5

export class SqliteFile {
  private readonly writer: NativeConnection
  private readonly reader: NativeConnection
  readonly queue: WriterQueue
  private readonly group: CommitGroup
  private lastPause = 0
  private closed = false

  /** `path` is absolute, or `:memory:`: there reader and writer are one, so that reads wait while a unit is open. */
  private constructor(private readonly path: string) {
    if (path === ':memory:') {
      this.writer = this.reader = new NativeConnection(path, 0)
      this.queue = new WriterQueue(memoryPatience)
    } else {
      // The writer waits for other processes by sleeping, not inside SQLite: that would stop the event loop.
      this.writer = new NativeConnection(path, 0)
      this.reader = new NativeConnection(path, busyTimeout)
      const shared = queues.get(path) ?? { queue: new WriterQueue(patience), users: 0 }
      shared.users++
      queues.set(path, shared)
      this.queue = shared.queue
    }
    this.group = new CommitGroup(this.writer, this.queue)
  }

  static async open(path: string): Promise<SqliteFile> {
    const file = new SqliteFile(path)
    try {
      if (path !== ':memory:') {
        await file.patiently(() => file.writer.exec('PRAGMA journal_mode = WAL'))
        for (const connection of [file.writer, file.reader]) connection.exec('PRAGMA synchronous = FULL')
        file.reader.exec('PRAGMA query_only = ON')
        file.writer.undoInMemory()
      }
      // A damaged or foreign file is found here and not at the first request.
      await file.patiently(() => file.reader.all('SELECT count(*) AS tables FROM sqlite_schema', []))
    } catch (error) {
      file.close()
      throw error
    }
    return file
  }

  get inMemory(): boolean {
    return this.reader === this.writer
  }

  /** Reads committed rows. */
  async read(sql: string, params: readonly SqlParameter[]): Promise<object[]> {
    if (this.isLate) await this.pause()
    if (!this.inMemory) return this.reader.all(sql, params)
    if (this.queue.isFree) return this.writer.all(sql, params)
    return this.inTurn(() => this.writer.all(sql, params))
  }

  /** Writes in a transaction of its own. */
  async write(sql: string, params: readonly SqlParameter[]): Promise<RunResult> {
    if (this.isLate) await this.pause()
    return this.inTurn(() => this.writer.run(sql, params))
  }

  /** Changes tables, in a transaction of its own. */
  async define(sql: string): Promise<void> {
    if (this.isLate) await this.pause()
    return this.inTurn(() => this.writer.define(sql))
  }

  /** Begins the unit that writes; `commit` or `rollback` must follow. */
  async begin(): Promise<NativeConnection> {
    // In memory nothing is flushed, and those who read wait in the same queue.
    const joins = this.inMemory ? undefined : this.group
    if (!this.queue.take(joins)) await this.queue.acquire(joins)
    try {
      if (!this.group.joined()) await this.patiently(() => this.writer.exec('BEGIN IMMEDIATE'))
    } catch (error) {
      void this.group.rollback()
      throw error
    }
    return this.writer
  }

  /** Stores what the unit wrote, and gives the turn away. */
  commit(): Promise<void> {
    return this.group.commit()
  }

  /** Takes back what the unit wrote, and gives the turn away. Resolves when what it has seen is stored; rejects where that was taken back. */
  async rollback(): Promise<void> {
    if (this.closed) this.queue.release()
    else await this.group.rollback()
  }

  /** True where the event loop has not had its turn for a while: asked before each statement, so that only those wait that must. */
  get isLate(): boolean {
    return performance.now() - this.lastPause >= stretch
  }

  /** Lets the event loop turn. */
  async pause(): Promise<void> {
    await nextTurn()
    this.lastPause = performance.now()
  }

  /** A connection that sees what is committed now, and nothing later; `end` closes it. In memory nobody writes until then. */
  async view(): Promise<{ readonly connection: NativeConnection; end(): void }> {
    if (this.inMemory) {
      await this.queue.acquire()
      return { connection: this.writer, end: () => this.queue.release() }
    }
    const connection = new NativeConnection(this.path, busyTimeout)
    try {
      connection.exec('PRAGMA query_only = ON')
      connection.exec('BEGIN')
      // The transaction begins with its first read.
      connection.all('SELECT count(*) AS tables FROM sqlite_schema', [])
    } catch (error) {
      connection.close()
      throw error
    }
    return { connection, end: () => connection.close() }
  }

  /** A consistent copy of what is committed, in a file that is empty or does not exist yet. */
  async copyTo(path: string): Promise<void> {
    await this.inTurn(() => this.writer.run('VACUUM INTO ?', [path]))
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    this.reader.close()
    if (this.inMemory) return
    this.writer.close()
    const shared = queues.get(this.path)
    if (shared && --shared.users === 0) queues.delete(this.path)
  }

  private async inTurn<T>(work: () => T): Promise<T> {
    await this.queue.acquire()
    try {
      return await this.patiently(work)
    } finally {
      this.queue.release()
    }
  }

  /** Repeats what another process's write keeps from running. */
  private async patiently<T>(work: () => T): Promise<T> {
    const deadline = performance.now() + busyTimeout
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await sleep(1 + Math.random() * 15)
      }
    }
  }
}
