// Worker thread that renders SVG drawings to pixels. A slow rendering can only be stopped by terminating its thread.
import { parentPort, workerData } from 'node:worker_threads'
import { drawSvg } from './draw-svg.js'
import type { DrawingThreadData } from './drawing-renderer.js'

parentPort?.on('message', (drawing: Uint8Array) => {
  const { pixels, fonts } = workerData as DrawingThreadData
  drawSvg(drawing, pixels, fonts).then(
    (bitmap) => parentPort?.postMessage(bitmap, []),
    () => parentPort?.postMessage(null, []),
  )
})
