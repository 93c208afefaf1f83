// Pipelines prepared statements: sends the statements of one tick on a connection together, without waiting for each response.
import type { Connection } from 'mysql2'
import type { SqlParameter } from '../statement.js'

type ResultCallback = (error: unknown, result: unknown) => void

interface QueuedStatement {
  readonly sql: string
  readonly params: readonly SqlParameter[]
  readonly answer: ResultCallback
}

/** A mysql2 command. Called without a packet, it starts. Returns true when it has finished. */
interface Command {
  execute(packet: unknown, connection: ConnectionInternals): boolean
}
/** Looks up or prepares a statement. The next command in the queue executes it. */
interface PrepareCommand extends Command {
  readonly options: object
  readonly parameterDefinitions: unknown
}
/** Internals of mysql2's connection that its types omit. The mysql2 version is pinned. */
interface ConnectionInternals {
  /** The sequence number of the next packet. Each command counts its own. */
  sequenceId: number
  /** Commands queued behind the running one. */
  readonly _commands: { readonly length: number; shift(): Command; push(command: Command): void }
  readonly _statements: { has(key: string): boolean }
  readonly stream: { cork(): void; uncork(): void }
  readonly constructor: { statementKey(options: object): string }
}

const queuedStatements = new WeakMap<Connection, QueuedStatement[]>()

/** Queues a statement until the end of the tick. Calls back like `Connection.execute`. */
export function queueStatement(
  connection: Connection,
  sql: string,
  params: readonly SqlParameter[],
  answer: ResultCallback,
): void {
  const statementQueue = queuedStatements.get(connection)
  if (statementQueue) {
    statementQueue.push({ sql, params, answer })
    return
  }
  queuedStatements.set(connection, [{ sql, params, answer }])
  process.nextTick(sendQueuedStatements, connection)
}

/** Sends the queued statements. Call it before any other command on the connection, to preserve the order. */
export function sendQueuedStatements(connection: Connection): void {
  const statementQueue = queuedStatements.get(connection)
  if (!statementQueue) return
  queuedStatements.delete(connection)
  if (statementQueue.length === 1) executeStatement(connection, statementQueue[0]!)
  else {
    const inside = connection as unknown as ConnectionInternals
    inside.stream.cork()
    try {
      for (const queuedStatement of statementQueue) executeStatement(connection, queuedStatement)
      startQueuedCommands(inside)
    } finally {
      inside.stream.uncork()
    }
  }
}

/** Passes errors that mysql2 throws before sending to the callback, like server errors. */
function executeStatement(connection: Connection, { sql, params, answer }: QueuedStatement): void {
  try {
    connection.execute(sql, params as SqlParameter[], answer)
  } catch (error) {
    answer(error, undefined)
  }
}

/** Commands that have sent their packet and wait for the response. */
const startedCommands = new WeakSet<Command>()

/** Starts queued statements up to the first unprepared one. mysql2 would start each only after the previous response. */
function startQueuedCommands(inside: ConnectionInternals): void {
  const { sequenceId, _commands: queue } = inside
  let isReady = true
  for (let remaining = queue.length; remaining > 0; remaining--) {
    const command = queue.shift()
    const isLookup = isReady && remaining > 1 && isPrepared(inside, command)
    if (isLookup) {
      command.execute(undefined, inside)
      remaining--
      startCommand(inside, queue.shift())
    } else {
      isReady &&= startedCommands.has(command)
      queue.push(command)
    }
  }
  inside.sequenceId = sequenceId
}

function isPrepared(inside: ConnectionInternals, command: Command): boolean {
  const { options, parameterDefinitions } = command as Partial<PrepareCommand>
  if (options === undefined || parameterDefinitions === undefined) return false
  const { _statements: preparedStatements, constructor } = inside
  return preparedStatements.has(constructor.statementKey(options))
}

/** Makes the statement send its packet. When its response is due, the sequence numbers continue from there. */
function startCommand(inside: ConnectionInternals, statement: Command): void {
  if (statement.execute(undefined, inside)) return
  const { sequenceId, _commands: queue } = inside
  const { execute: take } = statement
  statement.execute = (packet, on) => {
    if (packet !== undefined) return take.call(statement, packet, on)
    on.sequenceId = sequenceId
    return false
  }
  startedCommands.add(statement)
  queue.push(statement)
}
