// The name of this process among all processes that share a database, and a check whether another process has ended.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { sha256 } from './digest.js'

const unknownStart = '-'

/** Reads a system file; '' on systems without it. */
function readOptional(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/** Start time of a process in clock ticks after boot; `-` if unavailable. Threads have the start time of their process. */
function readStartTime(pid: number | 'self'): string {
  const stat = readOptional(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The program name in parentheses may contain any character, so parse after the last parenthesis.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? unknownStart
}

/**
 * Identifies the machine or container. Containers may share a host name and process numbers, so the PID namespace and the boot id of
 * the kernel are included.
 */
function describeMachine(): string {
  const namespace = readOptional(() => readlinkSync('/proc/self/ns/pid'))
  const kernel = readOptional(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  return `${hostname().slice(0, 24)}/${sha256(hostname(), namespace, kernel).slice(0, 8)}`
}

let name: string | null = null

/** Machine, process number and start time, separated by blanks. At most 52 characters and unique over time. */
export const getProcessName = (): string => (name ??= `${describeMachine()} ${process.pid} ${readStartTime('self')}`)

/** Formats a process name for people: machine and process number. */
export function formatProcessName(fullName: string): string {
  const [machine = '', pid = ''] = fullName.split(' ')
  return `${machine.split('/')[0]} ${pid}`
}

/** True if the process ran on this machine and has ended. Always false for other machines. The name may be followed by other text. */
export function hasProcessEnded(fullName: string): boolean {
  const [machine, number, startTime = unknownStart] = fullName.split(' ')
  const [ownMachine, ownNumber, ownStartTime] = getProcessName().split(' ')
  if (machine !== ownMachine) return false
  if (number === ownNumber) return startTime !== ownStartTime
  const pid = Number(number)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
  // The number may have been reused by another process.
  const currentStartTime = readStartTime(pid)
  return currentStartTime !== unknownStart && startTime !== unknownStart && currentStartTime !== startTime
}
