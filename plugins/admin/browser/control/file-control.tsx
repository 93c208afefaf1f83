// Form controls for pictures and files: show the current file, upload, remove, and the focal point of a picture.
import { useQuery } from '@tanstack/react-query'
import {
  type DragEvent,
  type ReactNode,
  Suspense,
  useContext,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { requestBody, getErrorMessage } from '../base/api.js'
import { queryClient, filesQuery } from '../base/queries.js'
import { getRootPath } from '../base/screen-location.js'
import { showToast } from '../base/toasts.js'
import { formatNumber, t } from '../wording/text.js'
import { type ControlProps, FormContext, pictureTypes } from './control-props.js'
import { lazyPart } from '../base/lazy-part.js'

const MediaDialog = lazyPart(async () => (await import('./media-browser.js')).MediaDialog)

export function FileControl({ id, field, label, describedBy, disabled }: ControlProps): ReactNode {
  const { record, refresh } = useContext(FormContext)
  const { data } = useQuery({ ...filesQuery(record?.entity ?? '', record?.id ?? 0), enabled: record !== null })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [picking, setPicking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (!record) return <p className="help">{t('fileAfterSave')}</p>
  const storedFile = data?.files.find((file) => file.field === field.name && file.name !== '')
  const address = `records/${record.entity}/${record.id}/files/${field.name}`
  const isPicture = field.control === 'image'
  const run = async (work: () => Promise<unknown>, message: string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      showToast({ text: message })
      await queryClient.invalidateQueries({ queryKey: ['files', record.entity, record.id] })
      await refresh?.(field.name)
    } catch (error) {
      setFailure(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const put = (file: File | undefined): void => {
    if (!file) return
    void run(
      () => requestBody('POST', `${address}?name=${encodeURIComponent(file.name)}`, { file }),
      t('fileStored', { name: file.name }),
    )
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!disabled) put(event.dataTransfer.files[0])
  }
  return (
    <div
      className={over ? 'file over' : 'file'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {storedFile && isPicture && (
        <img key={storedFile.name} src={`${getRootPath()}api/${address}`} alt={t('previewOf', { field: label })} />
      )}
      <div className="file-words">
        {storedFile ? (
          <p>
            <a href={`${getRootPath()}api/${address}`} download={storedFile.name}>
              {storedFile.name}
            </a>
            {storedFile.size !== null && (
              <span className="quiet-text"> {t('kilobytes', { size: formatNumber(Math.ceil(storedFile.size / 1024)) })}</span>
            )}
            {storedFile.width !== null && storedFile.height !== null && (
              <span className="quiet-text">
                {' '}
                {storedFile.width} × {storedFile.height}
              </span>
            )}
          </p>
        ) : (
          <p className="quiet-text">{isPicture ? t('noPicture') : t('noFile')}</p>
        )}
        {!disabled && (
          <p className="buttons">
            <button
              type="button"
              id={id}
              aria-label={t(storedFile ? 'replaceFileOf' : 'chooseFileFor', { field: label })}
              aria-describedby={describedBy}
              disabled={busy}
              onClick={() => input.current?.click()}
            >
              {storedFile ? t('replaceFile') : t('chooseFile')}
            </button>
            {isPicture && (
              <button
                type="button"
                disabled={busy}
                aria-label={t('mediaChooseFor', { field: label })}
                onClick={() => setPicking(true)}
              >
                {t('mediaChoose')}
              </button>
            )}
            {storedFile && (
              <button
                type="button"
                className="quiet"
                disabled={busy}
                aria-label={t('removeFileOf', { field: label })}
                onClick={() => void run(() => requestBody('DELETE', address), t('fileRemoved'))}
              >
                {t('removeFile')}
              </button>
            )}
          </p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={isPicture ? pictureTypes : undefined}
          onChange={(event) => {
            put(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        {picking && (
          <Suspense>
            <MediaDialog
              onClose={() => setPicking(false)}
              onPick={({ stored }) => {
                setPicking(false)
                const choose = (): Promise<unknown> => requestBody('POST', `${address}/picture`, { body: { picture: stored } })
                void run(choose, t('mediaPicked'))
              }}
            />
          </Suspense>
        )}
        <p className="form-failure" role="alert">
          {failure}
        </p>
      </div>
    </div>
  )
}

interface FileDropProps {
  readonly id: string
  readonly label: string
  /** Shown until a file is chosen. */
  readonly hint?: string
  readonly accept?: string
  readonly disabled?: boolean
  /** The name of the chosen file. */
  readonly name: string | null
  readonly onFile: (file: File) => void
}

/** Takes a file that is not stored in a record: dropped, or chosen with a button. */
export function FileDrop({ id, label, hint, accept, disabled = false, name, onFile }: FileDropProps): ReactNode {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const put = (file: File | undefined): void => {
    if (file && !disabled) onFile(file)
  }
  return (
    <div
      className={over ? 'file over' : 'file'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        put(event.dataTransfer.files[0])
      }}
    >
      <div className="file-words">
        <p className="label">{label}</p>
        <p className="quiet-text">{name ?? hint ?? t('noFile')}</p>
        <p className="buttons">
          <button
            type="button"
            id={id}
            aria-label={t(name === null ? 'chooseFileFor' : 'replaceFileOf', { field: label })}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {t(name === null ? 'chooseFile' : 'replaceFile')}
          </button>
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          onChange={(event) => {
            put(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </div>
  )
}

interface FocalPoint {
  readonly x: number
  readonly y: number
}

const middle: FocalPoint = { x: 50, y: 50 }

/** Percent per arrow key. With Shift ten times as much. */
const step = 1

const clampPercent = (percent: number): number => Math.min(100, Math.max(0, Math.round(percent)))

function parseFocalPoint(value: unknown): FocalPoint {
  const [x, y] = typeof value === 'string' ? value.split(' ').map((part) => Number.parseInt(part, 10)) : []
  return x === undefined || y === undefined || Number.isNaN(x + y) ? middle : { x, y }
}

const arrowKeyMoves: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** In rem. Every picture is scaled to this box, including drawings without a size. */
const maxPictureSize = { width: 20, height: 15 }

/** The crops of the storefront: a product in a list, a tile, the thumbnail of an answer. */
const crops = ['wide', 'tile', 'square'] as const

/** Form control for the focal point of a picture: set by click or arrow keys, with previews of the crops. */
export function FocalPointControl({ id, field, value, onChange, onBlur, label, describedBy, disabled }: ControlProps): ReactNode {
  const { record } = useContext(FormContext)
  const [ratio, setRatio] = useState(1)
  const { data } = useQuery({ ...filesQuery(record?.entity ?? '', record?.id ?? 0), enabled: record !== null })
  const image = data?.files.find((file) => file.field === field.hints['of'] && file.name !== '')
  if (!record || !image) return <p className="help without-picture">{t('focusWithoutPicture')}</p>
  const source = `${getRootPath()}api/records/${record.entity}/${record.id}/files/${image.field}`
  const { x, y } = parseFocalPoint(value)
  const isSet = typeof value === 'string' && value !== ''
  const positionText = t('focusAt', { x: `${x} %`, y: `${y} %` })
  const set = (place: FocalPoint): void => {
    if (!disabled) onChange(`${clampPercent(place.x)}% ${clampPercent(place.y)}%`)
  }
  const point = (event: PointerEvent<HTMLElement>): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    const box = event.currentTarget.getBoundingClientRect()
    set({ x: ((event.clientX - box.left) / box.width) * 100, y: ((event.clientY - box.top) / box.height) * 100 })
  }
  const key = (event: KeyboardEvent): void => {
    const by = event.ctrlKey || event.altKey || event.metaKey ? undefined : arrowKeyMoves[event.key]
    if (!by) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 1
    set({ x: x + by.x * far, y: y + by.y * far })
  }
  return (
    <div className="focus-control">
      <div
        className="focus-picture"
        id={id}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-roledescription={t('focusRole')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={x}
        aria-valuetext={positionText}
        aria-disabled={disabled}
        aria-describedby={[describedBy, `${id}-keys`].filter(Boolean).join(' ')}
        onPointerDown={point}
        onPointerMove={point}
        onKeyDown={key}
        onBlur={onBlur}
        style={{ width: `min(${Math.min(maxPictureSize.width, maxPictureSize.height * ratio)}rem, 100%)` }}
      >
        <img
          key={image.name}
          src={source}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / (naturalHeight || 1) || 1)}
        />
        <span className="focus-mark" style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
      <div className="focus-words">
        <p className="help" id={`${id}-keys`}>
          {t('focusKeys')}
        </p>
        <p className="buttons">
          <output>{isSet ? positionText : t('focusMiddle')}</output>
          {isSet && !disabled && (
            <button
              type="button"
              className="quiet"
              aria-label={t('focusResetOf', { field: label })}
              onClick={() => onChange(null)}
            >
              {t('focusReset')}
            </button>
          )}
        </p>
        <div className="focus-crops" role="img" aria-label={t('focusCrops')}>
          {crops.map((crop) => (
            <img key={crop} className={crop} src={source} alt="" style={{ objectPosition: `${x}% ${y}%` }} />
          ))}
        </div>
      </div>
    </div>
  )
}
