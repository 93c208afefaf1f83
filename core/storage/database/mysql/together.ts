// Sends prepared statements that are asked of one connection in one go together: the server answers them in their order, and nobody waits in between.
import type { Connection } from 'mysql2'
import type { SqlParameter } from '../statement.js'

type Answer = (error: unknown, result: unknown) => void

interface Asked {
  readonly sql: string
  readonly params: readonly SqlParameter[]
  readonly answer: Answer
}

/** One of mysql2's commands: called without a packet it begins; true where it is done. */
interface Command {
  execute(packet: unknown, connection: Inside): boolean
}
/** Looks for a statement that was prepared before, or has it prepared; the next command in the queue is the statement itself. */
interface Preparing extends Command {
  readonly options: object
  readonly parameterDefinitions: unknown
}
/** What of mysql2's connection is used beyond its types; its version is pinned. */
interface Inside {
  /** Of the packet that comes next: each command counts its own. */
  sequenceId: number
  /** Those that wait for the one that runs. */
  readonly _commands: { readonly length: number; shift(): Command; push(command: Command): void }
  readonly _statements: { has(key: string): boolean }
  readonly stream: { cork(): void; uncork(): void }
  readonly constructor: { statementKey(options: object): string }
}

const waiting = new WeakMap<Connection, Asked[]>()

/** Asks once everybody who can go on without an answer has gone on. Calls back as `Connection.execute` does. */
export function executeSoon(connection: Connection, sql: string, params: readonly SqlParameter[], answer: Answer): void {
  const asked = waiting.get(connection)
  if (asked) {
    asked.push({ sql, params, answer })
    return
  }
  waiting.set(connection, [{ sql, params, answer }])
  process.nextTick(sendWaiting, connection)
}

/** Sends what was asked: whatever else is sent on the connection comes after it. */
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

/** What the driver refuses to send is answered like what the server refuses. */
function execute(connection: Connection, { sql, params, answer }: Asked): void {
  try {
    connection.execute(sql, params as SqlParameter[], answer)
  } catch (error) {
    answer(error, undefined)
  }
}

/** Those that have sent their packet, and wait for their turn to be answered. */
const begun = new WeakSet<Command>()

/** Begins the statements that wait, as long as they are prepared: mysql2 would begin each with the answer to the one before. */
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

/** Has the statement send its packet; when its turn has come, the answer's packets count on from there. */
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
