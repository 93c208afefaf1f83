// Form control for pictures and files: shows the current file, uploads by selection or drop, removes. Stored immediately.
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, lazy, type ReactNode, Suspense, useContext, useRef, useState } from 'react'
import { requestBody, getErrorMessage } from '../base/api.js'
import { queryClient, filesQuery } from '../base/queries.js'
import { getRootPath } from '../base/root-path.js'
import { showToast } from '../base/toasts.js'
import { formatNumber, t } from '../wording/text.js'
import { type ControlProps, FormContext, pictureTypes } from './control-props.js'

const MediaDialog = lazy(() => import('./media-browser.js').then(({ MediaDialog }) => ({ default: MediaDialog })))

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
