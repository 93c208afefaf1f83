// An SQLite database file or in-memory database: a writing connection behind a queue, and a concurrent reading connection.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { RunResult, SqlParameter } from '../dialect.js'
import { CommitGroup, WriterQueue } from './writer-queue.js'
import { NativeConnection } from './native-connection.js'

/** Milliseconds that a reader or a writer waits for a lock of another process. */
const busyTimeout = 10_000
/** Milliseconds of work without a pause. Statements are synchronous, so the event loop must then get a turn. */
const maximumWorkTime = 4

/** Milliseconds that a writer waits for other writers of this process. Shorter in memory, where readers wait too. */
const [patience, memoryPatience] = [60_000, 10_000] as const

/** Queues by file, shared by all apps of this process. */
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

  /** `path` is absolute or `:memory:`. In memory, one connection reads and writes, so reads wait while a unit is open. */
  private constructor(private readonly path: string) {
    if (path === ':memory:') {
      this.writer = this.reader = new NativeConnection(path, 0)
      this.queue = new WriterQueue(memoryPatience)
    } else {
      // The writer sleeps while another process writes. A busy timeout inside SQLite would block the event loop.
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
        await file.retryWhileBusy(() => file.writer.exec('PRAGMA journal_mode = WAL'))
        for (const connection of [file.writer, file.reader]) connection.exec('PRAGMA synchronous = FULL')
        file.reader.exec('PRAGMA query_only = ON')
        file.writer.storeUndoInMemory()
      }
      // Detects a damaged file, or a file that is not SQLite, before the first request.
      await file.retryWhileBusy(() => file.reader.all('SELECT count(*) AS tables FROM sqlite_schema', []))
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
    return this.runInTurn(() => this.writer.all(sql, params))
  }

  /** Writes in a transaction of its own. */
  async write(sql: string, params: readonly SqlParameter[]): Promise<RunResult> {
    if (this.isLate) await this.pause()
    return this.runInTurn(() => this.writer.run(sql, params))
  }

  /** Changes tables, in a transaction of its own. */
  async define(sql: string): Promise<void> {
    if (this.isLate) await this.pause()
    return this.runInTurn(() => this.writer.define(sql))
  }

  /** Begins a unit on the writing connection; `commit` or `rollback` must follow. */
  async begin(): Promise<NativeConnection> {
    // In memory there is no flush to share, and readers wait in the same queue.
    const joins = this.inMemory ? undefined : this.group
    if (!this.queue.take(joins)) await this.queue.acquire(joins)
    try {
      if (!this.group.tryJoin()) await this.retryWhileBusy(() => this.writer.exec('BEGIN IMMEDIATE'))
    } catch (error) {
      void this.group.rollback()
      throw error
    }
    return this.writer
  }

  /** Commits the unit and passes the turn on. */
  commit(): Promise<void> {
    return this.group.commit()
  }

  /** Rolls the unit back and passes the turn on. Resolves when all rows that it read are committed. Rejects if they were rolled back. */
  async rollback(): Promise<void> {
    if (this.closed) this.queue.release()
    else await this.group.rollback()
  }

  /** True if the event loop has had no turn for 4 ms. Checked before each statement, so statements pause only when needed. */
  get isLate(): boolean {
    return performance.now() - this.lastPause >= maximumWorkTime
  }

  /** Gives the event loop a turn. */
  async pause(): Promise<void> {
    await nextTurn()
    this.lastPause = performance.now()
  }

  /** A connection with a snapshot of the committed data; `end` closes it. In memory, writers wait until then. */
  async view(): Promise<{ readonly connection: NativeConnection; end(): void }> {
    if (this.inMemory) {
      await this.queue.acquire()
      return { connection: this.writer, end: () => this.queue.release() }
    }
    const connection = new NativeConnection(this.path, busyTimeout)
    try {
      connection.exec('PRAGMA query_only = ON')
      connection.exec('BEGIN')
      // The snapshot begins with the first read.
      connection.all('SELECT count(*) AS tables FROM sqlite_schema', [])
    } catch (error) {
      connection.close()
      throw error
    }
    return { connection, end: () => connection.close() }
  }

  /** Writes a consistent copy of the committed data to a file that is empty or does not exist. */
  async copyTo(path: string): Promise<void> {
    await this.runInTurn(() => this.writer.run('VACUUM INTO ?', [path]))
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

  private async runInTurn<T>(work: () => T): Promise<T> {
    await this.queue.acquire()
    try {
      return await this.retryWhileBusy(work)
    } finally {
      this.queue.release()
    }
  }

  /** Retries `work` while another process's write blocks it. */
  private async retryWhileBusy<T>(work: () => T): Promise<T> {
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
