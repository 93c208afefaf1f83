// Assigns print slots to networks in turn, one slot each, and reserves one slot for staff.
import { type PrintRequester, ServiceError } from 'product-configurator-service'

export interface PrintQueueOptions {
  /** Number of concurrent shopper documents. Staff has one more slot. */
  readonly atOnce?: number
  /** Maximum number of waiting shopper documents. */
  readonly waiting?: number
  /** Maximum number of waiting documents per network. */
  readonly waitingPerNetwork?: number
  /** Maximum number of waiting staff documents. */
  readonly staffWaiting?: number
}

export interface PrintQueue {
  /** Resolves when a slot is free; call the result to free it. TOO_MANY_REQUESTS or NOT_READY if the queue is full. */
  enter(requester: PrintRequester): Promise<() => void>
}

const retryAfter = 5

export function createPrintQueue({
  atOnce: concurrency = 2,
  waiting = 20,
  waitingPerNetwork = 5,
  staffWaiting = 20,
}: PrintQueueOptions = {}): PrintQueue {
  /** Queues by network. A network whose document was printed moves to the end. */
  const queues = new Map<string, (() => void)[]>()
  const staff: (() => void)[] = []
  /** Networks with a document in progress. */
  const drawing = new Set<string>()
  let staffDrawing = 0

  const isStaffSlotFree = (): boolean => staffDrawing + drawing.size < concurrency + 1
  const isSlotFree = (): boolean => drawing.size < concurrency && isStaffSlotFree()
  const countWaiting = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0)

  function startWaiting(): void {
    while (staff.length > 0 && isStaffSlotFree()) staff.shift()!()
    for (const [network, queue] of [...queues]) {
      if (!isSlotFree()) return
      if (drawing.has(network)) continue
      const start = queue.shift()!
      if (queue.length === 0) queues.delete(network)
      start()
    }
  }

  function leave(network: string): void {
    drawing.delete(network)
    const queue = queues.get(network)
    if (queue) {
      queues.delete(network)
      queues.set(network, queue)
    }
    startWaiting()
  }

  function enterAsStaff(): Promise<() => void> {
    if (!isStaffSlotFree() && staff.length >= staffWaiting) throw fullQueue(staff.length)
    return new Promise((resolve) => {
      staff.push(() => {
        staffDrawing++
        resolve(() => {
          staffDrawing--
          startWaiting()
        })
      })
      startWaiting()
    })
  }

  function enterFrom(network: string): Promise<() => void> {
    const queue = queues.get(network) ?? []
    if (!isSlotFree() || drawing.has(network)) {
      if (queue.length >= waitingPerNetwork) throw fullNetwork(queue.length)
      if (countWaiting() >= waiting) throw fullQueue(countWaiting())
    }
    return new Promise((resolve) => {
      queue.push(() => {
        drawing.add(network)
        resolve(() => leave(network))
      })
      queues.set(network, queue)
      startWaiting()
    })
  }

  return {
    enter: async (requester) => (requester === 'staff' ? enterAsStaff() : enterFrom(requester.network)),
  }
}

function fullQueue(count: number): ServiceError {
  const message = `${count} documents wait to be printed, the most that may. Try again in ${retryAfter} seconds.`
  return new ServiceError('NOT_READY', message, { retryAfter })
}

function fullNetwork(count: number): ServiceError {
  const message = `${count} documents from your network wait to be printed, the most that may. Try again in ${retryAfter} seconds.`
  return new ServiceError('TOO_MANY_REQUESTS', message, { retryAfter })
}
