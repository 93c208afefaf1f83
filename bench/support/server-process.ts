// Runs servers as separate processes and measures them from outside: start time, CPU seconds, resident memory.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  readonly url: string
  /** Milliseconds from process start to the line `Listening on <url>`. */
  readonly started: number
  /** CPU seconds of the process so far, user and system. */
  cpu(): number
  /** Resident memory in megabytes. */
  memory(): number
  stop(): Promise<void>
}

/** Clock ticks per second: 100 on every Linux that runs Node. */
const clockTicksPerSecond = 100

/** Starts `node <args>` with the options of this process, such as `--conditions`, and waits until it prints `Listening on <url>`. If it ends before, throws an error with its output. */
export async function startServerProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const spawnTime = performance.now()
  const child: ChildProcess = spawn(process.execPath, [...process.execArgv, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  child.stderr!.on('data', (chunk: Buffer) => printed.push(String(chunk)))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      printed.push(line)
      const match = /^Listening on (\S+)/.exec(line)
      if (match) resolve(match[1]!)
    })
    child.once('exit', () => reject(new Error(`The server ended before it listened: ${printed.join('\n')}`)))
  })
  const started = performance.now() - spawnTime
  const proc = (file: string): string => {
    const { exitCode, signalCode } = child
    if (exitCode !== null || signalCode !== null) {
      throw new Error(`The server ended with ${exitCode ?? signalCode} while it was measured: ${printed.join('\n')}`)
    }
    return readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  }
  return {
    url,
    started,
    cpu() {
      const fields = proc('stat').split(') ')[1]!.split(' ')
      return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(proc('status'))![1]) / 1024,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
