// Pipelines prepared statements: sends the statements of one tick on a connection together, without waiting for each response.
import type { Connection } from 'mysql2'
import type { SqlParameter } from '../statement.js'

type Answer = (error: unknown, result: unknown) => void

interface Asked {
  readonly sql: string
  readonly params: readonly SqlParameter[]
  readonly answer: Answer
}

/** A mysql2 command. Called without a packet, it starts. Returns true when it has finished. */
interface Command {
  execute(packet: unknown, connection: Inside): boolean
}
/** Looks up or prepares a statement. The next command in the queue executes it. */
interface Preparing extends Command {
  readonly options: object
  readonly parameterDefinitions: unknown
}
/** Internals of mysql2's connection that its types omit. The mysql2 version is pinned. */
interface Inside {
  /** The sequence number of the next packet. Each command counts its own. */
  sequenceId: number
  /** Commands queued behind the running one. */
  readonly _commands: { readonly length: number; shift(): Command; push(command: Command): void }
  readonly _statements: { has(key: string): boolean }
  readonly stream: { cork(): void; uncork(): void }
  readonly constructor: { statementKey(options: object): string }
}

const waiting = new WeakMap<Connection, Asked[]>()

/** Queues a statement until the end of the tick. Calls back like `Connection.execute`. */
export function executeSoon(connection: Connection, sql: string, params: readonly SqlParameter[], answer: Answer): void {
  const asked = waiting.get(connection)
  if (asked) {
    asked.push({ sql, params, answer })
    return
  }
  waiting.set(connection, [{ sql, params, answer }])
  process.nextTick(sendWaiting, connection)
}

/** Sends the queued statements. Call it before any other command on the connection, to preserve the order. */
export function sendWaiting(connection: Connection): void {
  const asked = waiting.get(connection)
  if (!asked) return
  waiting.delete(connection)
  if (asked.length === 1) execute(connection, asked[0]!)
  else {
    const inside = connection as unknown as Inside
    inside.stream.cork()
    try {
      for (const one of asked) execute(connection, one)
      beginAll(inside)
    } finally {
      inside.stream.uncork()
    }
  }
}

/** Passes errors that mysql2 throws before sending to the callback, like server errors. */
function execute(connection: Connection, { sql, params, answer }: Asked): void {
  try {
    connection.execute(sql, params as SqlParameter[], answer)
  } catch (error) {
    answer(error, undefined)
  }
}

/** Commands that have sent their packet and wait for the response. */
const begun = new WeakSet<Command>()

/** Starts queued statements up to the first unprepared one. mysql2 would start each only after the previous response. */
function beginAll(inside: Inside): void {
  const { sequenceId, _commands: queue } = inside
  let isReady = true
  for (let left = queue.length; left > 0; left--) {
    const command = queue.shift()
    const isLookup = isReady && left > 1 && isPrepared(inside, command)
    if (isLookup) {
      command.execute(undefined, inside)
      left--
      begin(inside, queue.shift())
    } else {
      isReady &&= begun.has(command)
      queue.push(command)
    }
  }
  inside.sequenceId = sequenceId
}

function isPrepared(inside: Inside, command: Command): boolean {
  const { options, parameterDefinitions } = command as Partial<Preparing>
  if (options === undefined || parameterDefinitions === undefined) return false
  const { _statements: known, constructor } = inside
  return known.has(constructor.statementKey(options))
}

/** Makes the statement send its packet. When its response is due, the sequence numbers continue from there. */
function begin(inside: Inside, statement: Command): void {
  if (statement.execute(undefined, inside)) return
  const { sequenceId, _commands: queue } = inside
  const { execute: take } = statement
  statement.execute = (packet, on) => {
    if (packet !== undefined) return take.call(statement, packet, on)
    on.sequenceId = sequenceId
    return false
  }
  begun.add(statement)
  queue.push(statement)
}
