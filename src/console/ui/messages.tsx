import { announcement, notice } from '../announce.ts'
import { t } from '../languages/language.ts'
import { Button, IconButton } from './button.tsx'

/** The current notice and the live region. @param isShown false while they are shown in a dialog */
export function Messages({ isShown }: { isShown: boolean }) {
  const shown = isShown ? notice.value : null
  return (
    <>
      <div role={shown?.isError ? 'alert' : 'status'}>
        {shown !== null && (
          <div class="notice">
            {shown.text}
            {shown.action !== undefined && (
              <Button
                class="notice-action"
                onClick={() => {
                  notice.value = null
                  shown.action?.run()
                }}
              >
                {shown.action.label}
              </Button>
            )}
            <IconButton icon="close" label={t().ui.dismiss} onClick={() => (notice.value = null)} />
          </div>
        )}
      </div>
      <div class="visually-hidden" role="status">
        {isShown && announcement.value}
      </div>
    </>
  )
}
