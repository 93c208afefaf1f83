// Reads the CPU time of a process from outside, and finds a database server's process by its port.
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second: 100 on every Linux that runs Node. */
const clockTicksPerSecond = 100

const readProcFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** CPU seconds so far, user and system. */
export function readCpuSeconds(pid: number): number {
  const fields = readProcFile(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / clockTicksPerSecond
}

/** The process that was started with `--port=<port>`. */
export function findProcessByPort(port: number): number {
  const processId = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && readProcFile(`/proc/${name}/cmdline`).split('\0').includes(`--port=${port}`),
  )
  if (processId === undefined) throw new Error(`No process was started with --port=${port}.`)
  return Number(processId)
}
