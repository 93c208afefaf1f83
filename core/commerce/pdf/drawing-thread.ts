// The program of a thread that makes pixels of drawings, one after another as they come: it can be ended, which the making cannot.
import { parentPort, workerData } from 'node:worker_threads'
import { drawSvg } from './drawing.js'
import type { DrawingStart } from './drawings.js'

parentPort?.on('message', (drawing: Uint8Array) => {
  const { pixels, fonts } = workerData as DrawingStart
  drawSvg(drawing, pixels, fonts).then(
    (drawn) => parentPort?.postMessage(drawn, []),
    () => parentPort?.postMessage(null, []),
  )
})
