/** Made from `/openapi.json` by `npm run client:write`. */
/* oxlint-disable */

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check health */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description For load balancers: whether this process accepts requests. `/health` tells whether it works at all.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload audio
         * @description Send a form with the file in the field `audio`. A file that no job uses is deleted after `UPLOAD_HOURS` (a day by default). Requests with the same `Idempotency-Key` must have the same file content and name. Also accepted: the JSON of `POST /v2/upload/url`.
         *
         *     Needs the scope `write`.
         */
        post: operations["upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/upload/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload audio from a URL
         * @description A file that no job uses is deleted after `UPLOAD_HOURS` (a day by default). An addition of this service.
         *
         *     Needs the scope `write`.
         */
        post: operations["uploadFromUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download uploaded audio
         * @description Needs the scope `read`.
         */
        get: operations["downloadUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pre-recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pre-recorded jobs
         * @description Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, even if jobs are created or deleted in the meantime. With `offset` alone, pages shift when that happens.
         *
         *     Needs the scope `read`.
         */
        get: operations["listPreRecorded"];
        put?: never;
        /**
         * Transcribe a file
         * @description Creates a job. Fetch `result_url` to get its status and, once it is done, its result.
         *
         *     Needs the scope `write`.
         */
        post: operations["createPreRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live jobs
         * @description Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, even if jobs are created or deleted in the meantime. With `offset` alone, pages shift when that happens.
         *
         *     Needs the scope `read`.
         */
        get: operations["listLive"];
        put?: never;
        /**
         * Open a live session
         * @description Returns the URL of the session's WebSocket. Open `url` as returned, without headers or a subprotocol. The URL contains a
         *     token that gives access to this session only, without a key.
         *
         *     Send audio as binary frames, or as `LiveClientFrame`s in JSON. A frame may have any size and may end in the middle of a sample. A
         *     WAV header at the start is skipped. The server sends `LiveServerFrame`s in JSON, as selected in `messages_config`:
         *     `start_session` and `start_recording`; then acknowledgements, speech events, transcripts and real-time results as they arise; and
         *     after `stop_recording`, the remaining ones, `end_recording`, `post_*` and `end_session`. It then closes the socket with
         *     code 1000.
         *
         *     To resume after a lost connection, open the same URL again and continue after the last acknowledged byte. Byte ranges
         *     continue, and messages that may have been lost are sent again. A session that reaches its maximum duration or a limit of the account is
         *     stopped: the client receives an `error` that says so, followed by the messages that follow `stop_recording`. If the client closes the
         *     socket with 1000, the recording stops.
         *
         *     Other close codes: 4400 too many malformed frames; 4401 the token is invalid, the key that opened the session was revoked or has
         *     expired, or its user may no longer open live sessions; 4404 the session was deleted; 4408 no frame was received for too long; 4409 the
         *     session is over or was taken over by a newer connection; 4413 a frame was too large; 4499 the session was cancelled. After 1011, 1012
         *     (the server is stopping, or the session has moved to another server) and 1013 (try again, for example while another server still has
         *     the session), reconnect to the same URL.
         *
         *
         *     Needs the scope `live`.
         */
        post: operations["createLive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/live/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a job
         * @description Needs the scope `read`.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        /**
         * Delete a job
         * @description Deletes the job and its result, and its audio unless another job uses it.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteLive"];
        options?: never;
        head?: never;
        /**
         * Set post_session_metadata
         * @description Needs the scope `write`.
         */
        patch: operations["updateLive"];
        trace?: never;
    };
    "/v2/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, even if jobs are created or deleted in the meantime. With `offset` alone, pages shift when that happens.
         *
         *     Needs the scope `read`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        /**
         * Delete many jobs
         * @description Deletes all jobs of both kinds that match all filters, in the background, like `DELETE /v2/jobs/{id}` for one job. Jobs that are queued or processing at the time of the request, or created later, are kept. At least one filter is required; other parameters and empty values are rejected. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteJobs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs that have changed
         * @description For programs that keep a mirror of all jobs. Read from the beginning while `more` is true; from then on, send the last `next` as `after` at any time. Each job is returned once, in its current state, ordered by its last change; a job that was deleted or moved to the trash is returned as its id with `deleted`. The mirror then has exactly the jobs of the account. To start a mirror from a list instead, request `after=now` before reading the list. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags and languages of jobs
         * @description The values for the filters `tag` and `language` of lists, with the number of jobs. For accounts with very many tags, they may be up to 10 seconds old. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listJobFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deletions of many jobs
         * @description Deletions are listed for at least 30 days. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/deletions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the progress of a deletion of many jobs
         * @description An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs in the trash
         * @description The jobs that were deleted with `trash=true`, last deleted first. No other list shows them, and they cannot be fetched by their id. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        /**
         * Empty the trash
         * @description Permanently deletes all jobs in the trash. They can no longer be restored once the response is sent; they are deleted in the background. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["emptyTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trash/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a job from the trash
         * @description Restores the job with its transcript, revisions, audio, details and links. Its callback deliveries are not restored, and no callback is sent. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        post: operations["restoreJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/trash/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Permanently delete a job in the trash
         * @description An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteFromTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the transcript of a job
         * @description The newest or another revision of the transcript: as JSON (like the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions, split as in the `subtitles_config` of the request. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getTranscript"];
        /**
         * Correct the transcript of a job
         * @description Adds a revision with the given utterances, unless nothing differs. Words that are unchanged keep their times; others get the times of those they replace. Revisions have no sentences and no subtitles: fetch captions as `.srt` or `.vtt`. The `result` of the job does not change. Searches find the words of the newest revision. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        put: operations["updateTranscript"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/transcript.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the transcript of a job as Json
         * @description The newest or another revision of the transcript: as JSON (like the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions, split as in the `subtitles_config` of the request. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getTranscriptJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/transcript.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the transcript of a job as Text
         * @description The newest or another revision of the transcript: as JSON (like the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions, split as in the `subtitles_config` of the request. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getTranscriptText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/transcript.srt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the transcript of a job as Srt
         * @description The newest or another revision of the transcript: as JSON (like the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions, split as in the `subtitles_config` of the request. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getTranscriptSrt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/transcript.vtt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the transcript of a job as Vtt
         * @description The newest or another revision of the transcript: as JSON (like the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions, split as in the `subtitles_config` of the request. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getTranscriptVtt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find words in the transcript of a job
         * @description The utterances of the newest revision that contain any of the words, with their positions. As in lists with the same `q`, the transcript must contain all of the words, ignoring case and punctuation: a job has matches if and only if a list finds it. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["findInTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/utterances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a part of a transcript
         * @description The utterances of the newest revision between two times, or from a given one on, without their words. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listUtterances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the transcript of a job as a file
         * @description The newest revision of the transcript, with the names of its speakers. The file is named after the title of the job or its audio. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["exportTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/export.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the transcripts of several jobs as a ZIP
         * @description One file for each job, the same as if exported on its own. Jobs that are not found or have no transcript do not fail the request: they are listed in `missing.txt` with the reason. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["exportTranscripts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the jobs of the account
         * @description A stream of server-sent events, for example for the `EventSource` of browsers: which jobs of the account were created, changed or deleted, and the progress of one job. The id of each `job` event is the cursor after it: a client that reconnects with the last id misses nothing. A slow client may miss intermediate states, but never the newest one. The stream ends when the key or the console session ends, and when the service stops. An account can have 1000 streams at a time with each process of the service, 200 of them with the parameter `job`. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/priority": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the priority of a job
         * @description Changes which of the waiting files of the account are processed first. The priority of a file in progress matters only if it has to start again. The order of accounts does not change. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        put: operations["setJobPriority"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/requeue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue a failed job again
         * @description Runs a failed job again, with the same id and request, from the stored audio or, if that was never fetched, from its URL. It goes to the end of the queue. Its callback is sent when it ends again, with a new `webhook-id`; deliveries for its failure are deleted. Its minutes are not counted again. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        post: operations["requeueJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/requeue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue all jobs again that failed because of the service
         * @description Queues at most 100 files again whose `error_code` is 500 or higher, oldest first: the service was at fault, or gave up after several attempts. Jobs whose audio was deleted are left unchanged. Stops at the limit of open jobs; if the limit has already been reached, the request is refused with 429. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        post: operations["requeueFaults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the progress of a job
         * @description Cheaper to poll than the job. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getJobProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a job
         * @description Needs the scope `read`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Delete a job
         * @description Deletes the job and its result, and its audio unless another job uses it.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        /**
         * Set the title, tags and speaker names
         * @description Changes the `details` of a job in any status, by a JSON merge patch (RFC 7396): absent fields stay as they are, null removes a field. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        patch: operations["updateJob"];
        trace?: never;
    };
    "/v2/jobs/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audio of a job
         * @description Needs the scope `read`.
         */
        get: operations["downloadJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pre-recorded/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a job
         * @description Needs the scope `read`.
         */
        get: operations["getPreRecorded"];
        put?: never;
        post?: never;
        /**
         * Delete a job
         * @description Deletes the job and its result, and its audio unless another job uses it.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deletePreRecorded"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pre-recorded/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audio of a job
         * @description Needs the scope `read`.
         */
        get: operations["downloadPreRecorded"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/live/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audio of a job
         * @description Needs the scope `read`.
         */
        get: operations["downloadLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description Ends a job that is queued or processing, or a live session, whose socket is closed with code 4499. The job then has the status error, `error_code` 499 and `error_message` "cancelled", and can be deleted. Its callback is sent as for other failures. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/peaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the peaks of the audio of a job
         * @description The waveform of each channel, with 20 pixels per second, in the format of audiowaveform. Created by the first request to `/peaks` or `/playback`, and kept as long as the audio. Until it is ready, the response is 202. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getPeaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/playback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Play the audio of a job
         * @description The audio as AAC in MP4, whatever was uploaded. Every browser can play it and seek exactly to the times of the transcript. More than two channels are mixed down to one. It is always served by the service itself. Created by the first request to `/peaks` or `/playback`, and kept as long as the audio. Until it is ready, the response is 202. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getPlayback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a transcript
         * @description All revisions of the transcript of a job. To fetch one, use the parameter `revision` of the transcript or of the job. A job that is not done has none. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Identify the speakers of a job again
         * @description Determines again who says what, from the voices stored with a job that had `diarization`, and adds a revision to its transcript, unless nothing differs. Nothing is recognised again: words, times and corrected texts stay the same. All utterances get new speakers, numbered by first appearance, even if their speaker was corrected. Each name in `speaker_names` moves to the speaker who now says most of what its speaker said; if several names move to the same speaker, one is kept. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        post: operations["detectSpeakers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/retranscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe the audio of a job again
         * @description Recognises the audio of a file again with the current models and the current vocabulary of the account, as originally requested except for the fields given here. It waits behind the other files of the account. The job does not change in the meantime; its new transcript waits to be accepted or discarded. Only the transcript is created anew; no callback is sent, and minutes of audio are not counted again. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        post: operations["retranscribeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/retranscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the progress of transcribing a job again, and what would change
         * @description Once the new transcript is ready, `difference` shows word by word what accepting it would change in the newest revision. Corrections are carried over: if the neighbouring words are recognised again, the correction replaces what is between them; otherwise the old text of the utterance is kept and marked. Returns 404 once the new transcript has been accepted or discarded. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getRetranscription"];
        put?: never;
        post?: never;
        /**
         * Discard the new transcript of a job, or stop making it
         * @description An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["discardRetranscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/retranscription/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the new transcript of a job
         * @description Adds the new transcript as a revision, with the corrections of the newest one, unless nothing differs. The title, tags and speaker names are kept; speakers get the numbers of those who spoke at the same time before. Earlier revisions are kept as well: to undo this, send the utterances of one of them as a correction. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        post: operations["acceptRetranscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retranscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs that are being transcribed again
         * @description Includes jobs whose new transcript is waiting to be accepted. Newest jobs first. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listRetranscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/retranscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe the audio of many jobs again
         * @description Transcribes all files that are done and match all filters again, in the background, like `POST /v2/jobs/{id}/retranscribe` for one job. Jobs without audio, and those already being transcribed again, are left unchanged. At least one filter is required; other parameters and empty values are rejected. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        post: operations["retranscribeJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retranscription-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests to transcribe many jobs again
         * @description Requests are listed for at least 30 days. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listRetranscriptionRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retranscription-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the progress of a request to transcribe many jobs again
         * @description An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getRetranscriptionRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to a transcript
         * @description The links that were not revoked. `opened_count` counts people who opened the page, not programs that preview links. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Share a transcript
         * @description Creates a link that shows the newest transcript of a job that is done, or a part of it, with its audio, to anyone who has the link. It gives access to nothing else. It ends when it expires, when it is revoked, when the job is deleted, and when the user who created it leaves the account. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        post: operations["createShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/shares/{share}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a link to a transcript
         * @description The link stops working at once. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["revokeShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callback deliveries
         * @description All callbacks of a job, pre-recorded or live, and all webhook events about it, with each attempt to deliver them. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the callback deliveries of all jobs
         * @description All callbacks and webhook events of the account, newest first, with each attempt to deliver them. Webhook events are kept for 30 days, even if their job is deleted. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listAccountDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/deliveries/{delivery}/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a callback without sending it
         * @description Returns the body of a callback, with its signature in the headers, as an attempt would send them now. `scriptorium listen` uses it to forward callbacks to a receiver that the service cannot reach. The delivery does not change. If a job has no callback URL, its end still has a callback here, with the id `<job>_end`, or `<job>_end_session` for a live session. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        post: operations["signCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a callback
         * @description Sends a callback again immediately, with the same `webhook-id`, and retries it if it fails. Deliveries in any state can be sent again. A message of a live session still waits for the earlier ones of its session. An addition of this service.
         *
         *     Needs the scopes `read` and `write`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the usage by day
         * @description How many jobs the account created, how many failed, and how much audio was transcribed on each day of a range. Everything counts on the day on which it happened, even if the job is deleted later. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the scopes of the caller
         * @description An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the limits
         * @description The limits of the account and their current usage. Each process of the service counts requests separately, and only while they are limited. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the retention
         * @description How long the jobs of the account are kept. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getRetention"];
        /**
         * Set the retention
         * @description Sets how long the jobs of the account are kept, including existing ones: those that have expired are deleted at once, and cannot be restored. A job with a `retention` of its own keeps it. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch how many words were wrong
         * @description The word error rate of each model in each language, measured on corrected transcripts that are not in the trash. A transcript counts up to its last corrected utterance, if at least three utterances were corrected and no more than half of its words were replaced. Case and punctuation are ignored. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/quality/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List words that are corrected repeatedly
         * @description Words that replaced others in at least three jobs and are not in the vocabulary of the account. Add a word to the vocabulary (`PUT /v2/settings/vocabulary`) to have it recognised in new jobs. Words of languages without spaces are never suggested. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listVocabularyProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/settings/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the presets
         * @description Named sets of options to choose from when creating jobs. An account that has not set any has the built-in presets. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getPresets"];
        /**
         * Replace the presets
         * @description Named sets of options to choose from when creating jobs. An account that has not set any has the built-in presets. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        put: operations["setPresets"];
        post?: never;
        /**
         * Reset the presets
         * @description Restores the built-in presets. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["resetPresets"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/settings/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the vocabulary
         * @description Words to recognise in every new job and live session of the account, unless the request has `custom_vocabulary: false`. They are appended to the words of the request, up to the limit of a vocabulary, and appear in the `request_params` of the job. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getVocabulary"];
        /**
         * Replace the vocabulary
         * @description Words to recognise in every new job and live session of the account, unless the request has `custom_vocabulary: false`. They are appended to the words of the request, up to the limit of a vocabulary, and appear in the `request_params` of the job. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        put: operations["setVocabulary"];
        post?: never;
        /**
         * Reset the vocabulary
         * @description Removes all words. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["resetVocabulary"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/settings/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the views
         * @description Named lists of jobs, each a query for `GET /v2/jobs`. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getViews"];
        /**
         * Replace the views
         * @description Named lists of jobs, each a query for `GET /v2/jobs`. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        put: operations["setViews"];
        post?: never;
        /**
         * Reset the views
         * @description Removes all views. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        delete: operations["resetViews"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/settings/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the webhooks
         * @description URLs to which the events of all jobs of the account are sent. Like callbacks, they are signed, retried, and listed by `GET /v2/deliveries`. An event has the ids of the job and of what changed, but no text. If a webhook is removed or gets another URL, its deliveries are deleted, and those still waiting are not sent. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getWebhooks"];
        /**
         * Replace the webhooks
         * @description URLs to which the events of all jobs of the account are sent. Like callbacks, they are signed, retried, and listed by `GET /v2/deliveries`. An event has the ids of the job and of what changed, but no text. If a webhook is removed or gets another URL, its deliveries are deleted, and those still waiting are not sent. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        put: operations["setWebhooks"];
        post?: never;
        /**
         * Reset the webhooks
         * @description Removes all webhooks. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["resetWebhooks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description The audit log of the account, newest first: what was changed, deleted, shared or exported, and who signed in. It does not contain reads, nor the uploads, jobs and live sessions created with keys of the account. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys
         * @description The keys of the account that have not been revoked. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Creates a key for the account of the caller. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Revokes a key of the account immediately, and ends its live sessions. The key that sends the request and the configured key cannot be revoked. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callback-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the callback secret
         * @description The secret that signs the callbacks of the account. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["getCallbackSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/callback-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the callback secret
         * @description Gives the account a new secret. For 24 hours, both secrets sign, so that receivers can switch over. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        post: operations["rotateCallbackSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members
         * @description The users who are members of the account. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Ends the membership at once, together with the keys, console sessions and shares of the user in this account. What the user created is kept. A user without any memberships is deleted. If a group still grants a role, the person becomes a member again at the next sign-in at the identity provider. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Takes effect at once. The last admin of an account must remain one. A role granted by a group can be raised but not lowered: lower it at the identity provider. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/v2/members/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of a member
         * @description The devices on which a member is signed in to the console and uses this account. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listMemberDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/members/{id}/devices/{device}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out a device of a member
         * @description An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["endMemberDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations
         * @description The invitations to the account that can still be used. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Creates a link. The first person to accept it becomes a member. Nothing is sent: pass the link on yourself. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the signed-in user
         * @description An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name of the user
         * @description An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/v2/me/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the account in use
         * @description The console session continues in another account of the user, with the role there. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        put: operations["chooseAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of the user
         * @description The devices on which the user is signed in to the console. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        get: operations["listMyDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out a device of the user
         * @description An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        delete: operations["endMyDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/v2/me/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of the user
         * @description The keys of the user for the account in use that have not been revoked. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        get: operations["listMyKeys"];
        put?: never;
        /**
         * Create a key of the user
         * @description Creates a key for the account in use. It can never do more than its user can at the time, and ends with the membership. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        post: operations["createMyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key of the user
         * @description An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        delete: operations["revokeMyKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Returns the options to pass to the browser. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        post: operations["beginAddPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description Adds the passkey that the browser has created, and names it after the browser. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts
         * @description All accounts, with their content, limits and usage. Each process of the service counts requests separately, and only while they are limited. An account that is being deleted is listed until all its data is gone. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description The new account has neither keys nor members: add the first with `scriptorium keys create --account` or `scriptorium users invite --account`. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/accounts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an account
         * @description Permanently deletes the account and all its data. The account becomes unusable at once; its data is deleted in the background. The account `default`, which belongs to the operators, cannot be deleted. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change the limits and the priority of an account, pause or resume it
         * @description Takes effect at once, in all processes. While an account is paused, new files are accepted but wait, running files finish, open live sessions continue, and new ones are refused with 503. Absent fields stay as they are. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v2/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the state of the service
         * @description Processes, storage and queue of the whole service. For models, see `GET /v2/models`. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/system/nodes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Pause, drain or resume a process
         * @description A paused process claims no files and opens no live sessions, but answers all other requests and sends callbacks. A draining process sends no callbacks either and is not ready, so that load balancers send it no requests. Work in progress continues; once it has finished, the process can be stopped. After a restart, the process has a new id and is running. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        patch: operations["updateNode"];
        trace?: never;
    };
    "/v2/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models
         * @description The models of the process that answers: those installed and in the catalogue, what is used for each language, which are recommended for this machine, their word error rates by corrections, and the progress of a pull. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        get: operations["listAllModels"];
        put?: never;
        /**
         * Pull a model
         * @description Downloads a model to the disk of the process that answers, in the background, and tries it out there. It is used from the next job or live session on. `pull` in the list of models shows its progress or why it failed. To resume an interrupted pull, pull the model again. Only one model can be pulled at a time. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        post: operations["pullModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a model
         * @description Removes a pulled model, or what an incomplete pull has left, and stops a pull of it. Jobs that are using the model finish with it; later ones do not use it. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        delete: operations["removeModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a model on audio
         * @description Recognises audio with a pulled model for `recognition` and then with the model currently used instead, and compares the words. The response is sent when both are done; the audio may be at most five minutes long. Only one model can be tried at a time. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: for operators only.
         */
        post: operations["tryModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The service is healthy. */
        Health: {
            /**
             * @description The service accepts requests.
             * @constant
             */
            status: "ok";
            /** @description Version of the service. */
            version: string;
        };
        /** @description The body of every error response. */
        ErrorBody: {
            /** @description When the request failed. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Path of the request, without its query. */
            path: string;
            /** @description `G-` followed by 8 hex digits. The log line of the request has the same id. */
            request_id: string;
            /** @description The HTTP status of the response. */
            statusCode: number;
            /** @description What went wrong, in one sentence. */
            message: string;
            /** @description One line per invalid field, beginning with its dotted path. Present only with status 400. */
            validation_errors?: string[];
        };
        /**
         * Format: date-time
         * @description An ISO 8601 timestamp in UTC, with milliseconds and `Z`.
         * @example 2025-06-01T09:30:00.000Z
         */
        Timestamp: string;
        /** @description Whether the process accepts requests. */
        Readiness: {
            /** @description Whether the process accepts requests: all checks except `capacity` pass. */
            ready: boolean;
            /** @description The checks; true if passed. */
            checks: {
                /** @description The database answers. */
                database: boolean;
                /** @description The audio storage answers. */
                storage: boolean;
                /** @description The other processes do not consider this one dead. */
                lease: boolean;
                /** @description The process has fewer open live sessions than `LIVE_CAPACITY`, and is not paused. Otherwise `POST /v2/live` returns 503. */
                capacity: boolean;
                /** @description The process is neither shutting down nor draining. */
                accepting: boolean;
            };
        };
        /** @description How people can sign in to the console. */
        WaysToSignIn: {
            /** @description Name of the identity provider; null if none is configured. */
            provider: string | null;
            /** @description Whom to ask for access; null if not configured. */
            contact: string | null;
        };
        /**
         * @description The key to sign in to the console with.
         * @example {
         *       "key": "your-key"
         *     }
         */
        SignIn: {
            /** @description A key of the service. */
            key: string;
        };
        /** @description A console session. */
        Session: {
            /** @description Name of the account. */
            account: string;
            /** @description Who is signed in: a user, or a key. */
            who: components["schemas"]["Who"];
            /** @description The user's role in the account; null for a session that began with a key. */
            role: components["schemas"]["Role"] | null;
            /** @description Names of the accounts that the session can use: those of the user, or the one of the key. */
            accounts: string[];
            /** @description What the key may do; `admin` is listed with all others. */
            scopes: components["schemas"]["Scope"][];
            /** @description Whether it is the session of an operator: an admin of the account `default`. */
            operator: boolean;
            /** @description When it expires if unused: 30 days after its last use. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Whether the service has a language model. Features that need one are refused without it. */
            language_model: boolean;
        };
        /** @description Who did something. */
        Who: {
            /**
             * @description `user`: a person, possibly with a key of theirs. `key`: a key of the account. `operator`: the command line.
             * @enum {string}
             */
            kind: "user" | "key" | "operator";
            /** @description Id of the user or the key; null for the command line. */
            id: string | null;
            /** @description Name at that time. */
            name: string;
        };
        /**
         * @description What a member of an account may do. A `viewer` has the scope `read`; an `editor` has `read`, `write` and `live`; an `admin` has all scopes.
         * @enum {string}
         */
        Role: "viewer" | "editor" | "admin";
        /**
         * @description What a key may do. `read`: read jobs, transcripts, audio, deliveries and usage. `write`: upload, create, change, cancel and delete. `live`: open live sessions. `admin`: everything, including administering the account. Each operation names the scopes it needs.
         * @enum {string}
         */
        Scope: "read" | "write" | "live" | "admin";
        /** @description What is left to do to sign out. */
        SignedOut: {
            /** @description Where to send the browser to sign out at the identity provider as well; null if not needed. */
            provider_url: string | null;
        };
        /**
         * @description The link of an invitation.
         * @example {
         *       "token": "the-part-behind-the-hash"
         *     }
         */
        InvitationToken: {
            /** @description The token in the link of the invitation. */
            token: string;
        };
        /** @description What an invitation is for. */
        OfferedInvitation: {
            /** @description Name of the account. */
            account: string;
            role: components["schemas"]["Role"];
            /** @description Whom it is for; null if not given. */
            email: string | null;
            created_by: components["schemas"]["Who"];
            /** @description When the link expires. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The acceptance of an invitation.
         * @example {
         *       "token": "the-part-behind-the-hash",
         *       "name": "Anna Example"
         *     }
         */
        AcceptedInvitation: {
            /** @description The token in the link of the invitation. */
            token: string;
            /** @description The name of the new user. Absent if a signed-in user accepts the invitation. */
            name?: string;
        };
        /** @description Options for signing in with a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
        PasskeyOptions: {
            /** @description The challenge to sign. Valid once, for ten minutes. */
            challenge: string;
            /** @description How long the browser waits for the user, in milliseconds. */
            timeout: number;
            /**
             * @description The device must verify the user, by PIN, fingerprint or face.
             * @constant
             */
            userVerification: "required";
            /** @description Host name that the passkey is for. */
            rpId: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The response of a browser to sign in with a passkey: `AuthenticationResponseJSON`.
         * @example {
         *       "id": "cGFzc2tleQ",
         *       "rawId": "cGFzc2tleQ",
         *       "type": "public-key",
         *       "response": {
         *         "clientDataJSON": "e30",
         *         "authenticatorData": "AA",
         *         "signature": "AA",
         *         "userHandle": "QW5uYQ"
         *       }
         *     }
         */
        PasskeyAssertion: {
            /** @description Id of the passkey. */
            id: string;
            /** @description The same as `id`. */
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @description The signed data. */
            response: {
                /** @description The page and the challenge, as seen by the browser. */
                clientDataJSON: string;
                /** @description Data from the device. */
                authenticatorData: string;
                /** @description The signature of the device. */
                signature: string;
                /** @description Id of the user, as stored with the passkey. */
                userHandle: string;
            };
        };
        /** @description A started sign-in at the identity provider. */
        StartedSignIn: {
            /**
             * Format: uri
             * @description Where to send the browser to sign in.
             */
            url: string;
        };
        /** @description A notification that somebody signed out at the identity provider. */
        LogoutToken: {
            /** @description The logout token of OpenID Connect. */
            logout_token: string;
        };
        /** @description The logout token was accepted. */
        LoggedOut: Record<string, never>;
        /** @description Uploaded audio. */
        Upload: {
            /**
             * Format: uri
             * @description The `audio_url` to use in a request to transcribe it.
             */
            audio_url: string;
            audio_metadata: components["schemas"]["AudioMetadata"];
        };
        /** @description Properties of uploaded audio. */
        AudioMetadata: {
            /**
             * Format: uuid
             * @description Id of the file.
             */
            id: string;
            /** @description Its name, as uploaded. */
            filename: string;
            /** @description The URL it was fetched from; absent for an upload. */
            source?: string;
            /** @description The extension of its name, lowercase, without the dot; may be empty. */
            extension: string;
            /** @description Size in bytes. */
            size: number;
            /** @description Duration of the audio in seconds, as a player shows it. If the audio of a video starts late, the gap counts as silence. */
            audio_duration: number;
            /** @description Number of channels. */
            number_of_channels: number;
        };
        /**
         * @description An upload of audio from a URL.
         * @example {
         *       "audio_url": "https://raw.githubusercontent.com/ggml-org/whisper.cpp/master/samples/jfk.wav"
         *     }
         */
        UploadRequest: {
            /**
             * Format: uri
             * @description The URL to fetch the audio from.
             */
            audio_url: string;
        };
        /**
         * @description A spoken language: ISO 639-1, and `haw` and `jw`. Capitals and regions are accepted: `EN` and `en-US` mean `en`.
         * @enum {string}
         */
        RequestedLanguageCodeInput: "af" | "am" | "ar" | "as" | "az" | "ba" | "be" | "bg" | "bn" | "bo" | "br" | "bs" | "ca" | "cs" | "cy" | "da" | "de" | "el" | "en" | "es" | "et" | "eu" | "fa" | "fi" | "fo" | "fr" | "gl" | "gu" | "ha" | "haw" | "he" | "hi" | "hr" | "ht" | "hu" | "hy" | "id" | "is" | "it" | "ja" | "jw" | "ka" | "kk" | "km" | "kn" | "ko" | "la" | "lb" | "ln" | "lo" | "lt" | "lv" | "mg" | "mi" | "mk" | "ml" | "mn" | "mr" | "ms" | "mt" | "my" | "ne" | "nl" | "nn" | "no" | "oc" | "pa" | "pl" | "ps" | "pt" | "ro" | "ru" | "sa" | "sd" | "si" | "sk" | "sl" | "sn" | "so" | "sq" | "sr" | "su" | "sv" | "sw" | "ta" | "te" | "tg" | "th" | "tk" | "tl" | "tr" | "tt" | "uk" | "ur" | "uz" | "vi" | "yi" | "yo" | "zh";
        /** @description A transcript in the requested `response_format`. */
        OpenAiTranscriptionAnswer: components["schemas"]["OpenAiTranscription"] | components["schemas"]["OpenAiVerboseTranscription"] | components["schemas"]["OpenAiDiarizedTranscription"];
        /** @description A transcript as text: `json`. */
        OpenAiTranscription: {
            /** @description The whole text. */
            text: string;
            /** @description The usage that the request counts for. */
            usage: {
                /** @constant */
                type: "duration";
                /** @description Seconds of audio, rounded up. */
                seconds: number;
            };
        };
        /** @description A transcript with times: `verbose_json`. */
        OpenAiVerboseTranscription: {
            /** @constant */
            task: "transcribe";
            /** @description English name of the language, in lower case; empty without speech. */
            language: string;
            /** @description Duration of the audio in seconds. */
            duration: number;
            /** @description The whole text. */
            text: string;
            /** @description The utterances. */
            segments?: components["schemas"]["OpenAiSegment"][];
            /** @description The words, if their times were requested. */
            words?: components["schemas"]["OpenAiWord"][];
            /** @description The usage that the request counts for. */
            usage: {
                /** @constant */
                type: "duration";
                /** @description Seconds of audio, rounded up. */
                seconds: number;
            };
        };
        /** @description An utterance. */
        OpenAiSegment: {
            /** @description Its number, counted from 0. */
            id: number;
            /**
             * @description Not measured.
             * @constant
             */
            seek: 0;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description Its text. */
            text: string;
            /** @description Always empty: tokens differ between engines. */
            tokens: number[];
            /**
             * @description The recogniser does not sample.
             * @constant
             */
            temperature: 0;
            /** @description Logarithm of the recogniser's confidence. */
            avg_logprob: number;
            /**
             * @description Not measured.
             * @constant
             */
            compression_ratio: 1;
            /**
             * @description Not measured: silence produces no segments.
             * @constant
             */
            no_speech_prob: 0;
        };
        /** @description A word with its times. */
        OpenAiWord: {
            /** @description The word, with its punctuation. */
            word: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
        };
        /** @description A transcript with speakers: `diarized_json`. */
        OpenAiDiarizedTranscription: {
            /** @constant */
            task: "transcribe";
            /** @description Duration of the audio in seconds. */
            duration: number;
            /** @description The whole text. */
            text: string;
            /** @description The utterances. */
            segments: components["schemas"]["OpenAiSpeakerSegment"][];
            /** @description The usage that the request counts for. */
            usage: {
                /** @constant */
                type: "duration";
                /** @description Seconds of audio, rounded up. */
                seconds: number;
            };
        };
        /** @description An utterance with its speaker. */
        OpenAiSpeakerSegment: {
            /** @constant */
            type: "transcript.text.segment";
            /** @description Its id within the response. */
            id: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description Its text. */
            text: string;
            /** @description The speaker: `A`, `B` and so on, in order of first appearance. */
            speaker: string;
        };
        /** @description The body of an error, as clients of OpenAI expect it. */
        OpenAiError: {
            /** @description The error. */
            error: {
                /** @description What went wrong, and what to do. */
                message: string;
                /**
                 * @description The kind of the error.
                 * @enum {string}
                 */
                type: "invalid_request_error" | "rate_limit_error" | "insufficient_quota" | "server_error";
                /** @description The field at fault; null if there is none. */
                param: string | null;
                /** @description The specific error; null if the status says it all. */
                code: ("invalid_api_key" | "insufficient_scope" | "not_found" | "rate_limit_exceeded") | null;
            };
        };
        /** @description A translation in the requested `response_format`. */
        OpenAiTranslationAnswer: components["schemas"]["OpenAiTranslation"] | components["schemas"]["OpenAiVerboseTranslation"];
        /** @description A translation into English as text: `json`. */
        OpenAiTranslation: {
            /** @description The whole text. */
            text: string;
        };
        /** @description A translation with times: `verbose_json`. */
        OpenAiVerboseTranslation: {
            /** @constant */
            task: "translate";
            /** @description English name of the language, in lower case; empty without speech. */
            language: string;
            /** @description Duration of the audio in seconds. */
            duration: number;
            /** @description The whole text. */
            text: string;
            /** @description The utterances. */
            segments: components["schemas"]["OpenAiSegment"][];
        };
        /** @description The accepted model names. */
        OpenAiModelList: {
            /** @constant */
            object: "list";
            /** @description All accepted names. */
            data: components["schemas"]["OpenAiModel"][];
        };
        /** @description An accepted model name. */
        OpenAiModel: {
            /**
             * @description Its name.
             * @enum {string}
             */
            id: "scriptorium" | "whisper-1" | "gpt-4o-transcribe" | "gpt-4o-mini-transcribe" | "gpt-4o-transcribe-diarize";
            /** @constant */
            object: "model";
            /**
             * @description Unknown.
             * @constant
             */
            created: 0;
            /** @constant */
            owned_by: "scriptorium";
        };
        /** @description How long the job is kept. Absent fields follow the retention of the account, including later changes. */
        JobRetentionInput: {
            /** @description Days after the end of a job until its audio and everything derived from it is deleted; null for never. */
            audio_days?: number | null;
            /** @description Days after the end of a job until the whole job is deleted; null for never. */
            transcript_days?: number | null;
        };
        /** @description One word of a custom vocabulary. */
        CustomVocabularyEntryInput: {
            /** @description The word as it should be written. */
            value: string;
            /** @description How readily it is recognised, 0–1. */
            intensity?: number;
            /** @description Other pronunciations, written as words. */
            pronunciations?: string[];
            /** @description The language it is spoken in. */
            language?: components["schemas"]["RequestedLanguageCodeInput"];
        };
        /** @description Words and how to spell them. */
        CustomSpellingConfigInput: {
            /** @description For each spelling, the words or phrases to replace with it. */
            spelling_dictionary: {
                [key: string]: string[];
            };
        };
        /**
         * @description A subtitle format: SubRip or WebVTT.
         * @enum {string}
         */
        SubtitlesFormat: "srt" | "vtt";
        /**
         * @description What is known about the speakers.
         * @example {
         *       "number_of_speakers": 2
         *     }
         */
        DiarizationConfigInput: {
            /** @description The number of speakers, if known. */
            number_of_speakers?: number;
            /** @description The minimum number of speakers. */
            min_speakers?: number;
            /** @description The maximum number of speakers. */
            max_speakers?: number;
        };
        /**
         * @description A language to translate into: every language of speech, and `wo`. Capitals and regions are accepted: `EN` and `en-US` mean `en`.
         * @enum {string}
         */
        RequestedTranslationLanguageCodeInput: "af" | "am" | "ar" | "as" | "az" | "ba" | "be" | "bg" | "bn" | "bo" | "br" | "bs" | "ca" | "cs" | "cy" | "da" | "de" | "el" | "en" | "es" | "et" | "eu" | "fa" | "fi" | "fo" | "fr" | "gl" | "gu" | "ha" | "haw" | "he" | "hi" | "hr" | "ht" | "hu" | "hy" | "id" | "is" | "it" | "ja" | "jw" | "ka" | "kk" | "km" | "kn" | "ko" | "la" | "lb" | "ln" | "lo" | "lt" | "lv" | "mg" | "mi" | "mk" | "ml" | "mn" | "mr" | "ms" | "mt" | "my" | "ne" | "nl" | "nn" | "no" | "oc" | "pa" | "pl" | "ps" | "pt" | "ro" | "ru" | "sa" | "sd" | "si" | "sk" | "sl" | "sn" | "so" | "sq" | "sr" | "su" | "sv" | "sw" | "ta" | "te" | "tg" | "th" | "tk" | "tl" | "tr" | "tt" | "uk" | "ur" | "uz" | "vi" | "yi" | "yo" | "zh" | "wo";
        /** @description What to extract from the transcript. */
        StructuredDataExtractionConfigInput: {
            /** @description What to extract, such as `person` or `price`. */
            classes: string[];
        };
        /** @description What to ask a language model about the transcript. */
        AudioToLlmConfigInput: {
            /** @description The prompts; each is answered separately. */
            prompts: string[];
            /** @description Accepted for compatibility, and ignored: the language model of the service answers. */
            model?: string;
        };
        /** @description Which personal information is redacted, and how. */
        PiiRedactionConfigInput: {
            /** @description The types to redact: one type or a list. */
            entity_types: components["schemas"]["PiiEntityType"] | components["schemas"]["PiiEntityType"][];
            /**
             * @description What replaces redacted text: its type in brackets (`MARKER`) or `#` signs (`MASK`).
             * @enum {string}
             */
            processed_text_type: "MARKER" | "MASK";
        };
        /**
         * @description A kind of personal information, or a law that names several.
         * @enum {string}
         */
        PiiEntityType: "APPI" | "APPI_SENSITIVE" | "CCI" | "CORE_ENTITIES" | "CPRA" | "GDPR" | "GDPR_SENSITIVE" | "HEALTH_INFORMATION" | "HIPAA_SAFE_HARBOR" | "LIDI" | "NUMERICAL_EXCL_PCI" | "PCI" | "QUEBEC_PRIVACY_ACT" | "ACCOUNT_NUMBER" | "AGE" | "DATE" | "DATE_INTERVAL" | "DOB" | "DRIVER_LICENSE" | "DURATION" | "EMAIL_ADDRESS" | "EVENT" | "FILENAME" | "GENDER" | "HEALTHCARE_NUMBER" | "IP_ADDRESS" | "LANGUAGE" | "LOCATION" | "LOCATION_ADDRESS" | "LOCATION_ADDRESS_STREET" | "LOCATION_CITY" | "LOCATION_COORDINATE" | "LOCATION_COUNTRY" | "LOCATION_STATE" | "LOCATION_ZIP" | "MARITAL_STATUS" | "MONEY" | "NAME" | "NAME_FAMILY" | "NAME_GIVEN" | "NAME_MEDICAL_PROFESSIONAL" | "NUMERICAL_PII" | "OCCUPATION" | "ORGANIZATION" | "ORGANIZATION_MEDICAL_FACILITY" | "ORIGIN" | "PASSPORT_NUMBER" | "PASSWORD" | "PHONE_NUMBER" | "PHYSICAL_ATTRIBUTE" | "POLITICAL_AFFILIATION" | "RELIGION" | "SEXUALITY" | "SSN" | "TIME" | "URL" | "USERNAME" | "VEHICLE_ID" | "ZODIAC_SIGN" | "BLOOD_TYPE" | "CONDITION" | "DOSE" | "DRUG" | "INJURY" | "MEDICAL_PROCESS" | "STATISTICS" | "BANK_ACCOUNT" | "CREDIT_CARD" | "CREDIT_CARD_EXPIRATION" | "CVV" | "ROUTING_NUMBER" | "CORPORATE_ACTION" | "DAY" | "EFFECT" | "FINANCIAL_METRIC" | "MEDICAL_CODE" | "MONTH" | "ORGANIZATION_ID" | "PRODUCT" | "PROJECT" | "TREND" | "YEAR";
        /** @description A job that was created. */
        JobCreated: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /**
             * Format: uri
             * @description The URL of the job.
             */
            result_url: string;
            /** @description One line for each unknown field or parameter, all of which were ignored. Absent if there are none. */
            warnings?: string[];
        };
        /**
         * @description The status of a job: queued, then processing, then done or error. It never goes back.
         * @enum {string}
         */
        JobStatus: "queued" | "processing" | "done" | "error";
        /**
         * @description A field of a job. `preview` is returned only by lists that request it.
         * @enum {string}
         */
        JobField: "id" | "request_id" | "version" | "status" | "created_at" | "completed_at" | "kind" | "custom_metadata" | "post_session_metadata" | "error_code" | "error_message" | "file" | "details" | "request_params" | "result" | "preview";
        /** @description A page of a list. Each URL carries every filter of the request. */
        PreRecordedJobPage: {
            /**
             * Format: uri
             * @description The first page of this list.
             */
            first: string;
            /**
             * Format: uri
             * @description This page.
             */
            current: string;
            /** @description The next page; null on the last page, and only there. */
            next: string | null;
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["PreRecordedJob"][];
        };
        /** @description A job that transcribes a file. */
        PreRecordedJob: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description `G-` followed by the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object sent with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until it is set. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status code; null unless the status is error. */
            error_code: number | null;
            /** @description Why the job failed, in one sentence, as in its callback; null unless the status is error. */
            error_message: string | null;
            /** @description The audio; null until it is known. */
            file: components["schemas"]["JobFile"] | null;
            details: components["schemas"]["JobDetails"];
            /**
             * @description A job for a file.
             * @enum {string}
             */
            kind: "pre-recorded";
            request_params: components["schemas"]["PreRecordedParams"];
            /** @description The result; null unless the status is done. */
            result: components["schemas"]["TranscriptionResult"] | null;
        };
        /** @description The audio of a job. */
        JobFile: {
            /** @description Id of the file. */
            id: string;
            /** @description Its name; `<job id>.wav` for a live session. */
            filename: string | null;
            /** @description The URL it was fetched from; null for an upload or a live session. */
            source: string | null;
            /** @description Duration of the audio in seconds, as a player shows it. If the audio of a video starts late, the gap counts as silence. */
            audio_duration: number | null;
            /** @description Number of channels. */
            number_of_channels: number | null;
            /** @description When the audio was deleted at the end of its retention; absent while it is kept. */
            deleted_at?: components["schemas"]["Timestamp"];
        };
        /** @description Details that users have added to a job. */
        JobDetails: {
            /** @description The title; null until it is set. */
            title: string | null;
            /** @description The tags, in the order in which they were given. */
            tags: string[];
            /** @description The names of speakers, by the `speaker` of their utterances. */
            speaker_names: {
                [key: string]: string;
            };
            /** @description Number of the newest revision of the transcript; 0 is the result of the recognition. */
            revision: number;
            /** @description Who last changed the title, tags or names; null before the first change. */
            changed_by: components["schemas"]["Who"] | null;
        };
        /** @description The request with its defaults filled in. Only enabled features have their settings. */
        PreRecordedParams: {
            /** @description What the audio is about. Improves recognition. */
            context_prompt?: string;
            /**
             * @deprecated
             * @description Old spelling: the language is detected whenever `language_config.languages` is empty.
             * @default true
             */
            detect_language: boolean;
            /**
             * @deprecated
             * @description Old spelling: `language_config.code_switching`.
             * @default false
             */
            enable_code_switching: boolean;
            /**
             * @deprecated
             * @description Old spelling: `language_config.languages`.
             */
            code_switching_config?: components["schemas"]["CodeSwitchingConfig"];
            /**
             * @deprecated
             * @description Old spelling: `language_config.languages` with one language.
             */
            language?: components["schemas"]["RequestedLanguageCode"];
            /**
             * Format: uri
             * @deprecated
             * @description Old spelling: `callback_config.url`.
             */
            callback_url?: string;
            /**
             * @description Send a callback to `callback_config.url` when the job ends.
             * @default false
             */
            callback: boolean;
            callback_config?: components["schemas"]["CallbackConfig"];
            retention?: components["schemas"]["JobRetention"];
            /**
             * @description Recognise the given words.
             * @default false
             */
            custom_vocabulary: boolean;
            custom_vocabulary_config?: components["schemas"]["CustomVocabularyConfig"];
            /**
             * @description Spell the given words as specified.
             * @default false
             */
            custom_spelling: boolean;
            custom_spelling_config?: components["schemas"]["CustomSpellingConfig"];
            /**
             * @description Generate subtitle files.
             * @default false
             */
            subtitles: boolean;
            subtitles_config?: components["schemas"]["SubtitlesConfig"];
            /**
             * @description Identify speakers.
             * @default false
             */
            diarization: boolean;
            diarization_config?: components["schemas"]["DiarizationConfig"];
            /**
             * @description Translate the transcript.
             * @default false
             */
            translation: boolean;
            translation_config?: components["schemas"]["TranslationConfig"];
            /**
             * @description Summarise the transcript.
             * @default false
             */
            summarization: boolean;
            summarization_config?: components["schemas"]["SummarizationConfig"];
            /**
             * @description Mask profanity.
             * @default false
             */
            moderation: boolean;
            /**
             * @description Detect people, places and other entities.
             * @default false
             */
            named_entity_recognition: boolean;
            /**
             * @description Split the transcript into chapters.
             * @default false
             */
            chapterization: boolean;
            /**
             * @description Spell each name the same way throughout.
             * @default false
             */
            name_consistency: boolean;
            /**
             * @description Extract the given classes of data.
             * @default false
             */
            structured_data_extraction: boolean;
            structured_data_extraction_config?: components["schemas"]["StructuredDataExtractionConfig"];
            /**
             * @description Detect the sentiment of each sentence.
             * @default false
             */
            sentiment_analysis: boolean;
            /**
             * @description Ask a language model about the transcript.
             * @default false
             */
            audio_to_llm: boolean;
            audio_to_llm_config?: components["schemas"]["AudioToLlmConfig"];
            /**
             * @description Redact personal information.
             * @default false
             */
            pii_redaction: boolean;
            pii_redaction_config?: components["schemas"]["PiiRedactionConfig"];
            /**
             * @description Split the transcript into sentences.
             * @default false
             */
            sentences: boolean;
            /**
             * @description Split the transcript into lines for display.
             * @default false
             */
            display_mode: boolean;
            /**
             * @description Improve the punctuation.
             * @default false
             */
            punctuation_enhanced: boolean;
            /**
             * Format: uri
             * @description The audio, as requested.
             */
            audio_url: string;
            language_config: components["schemas"]["LanguageConfig"];
        };
        /** @description The languages of code switching. */
        CodeSwitchingConfig: {
            /**
             * @description The languages that may be spoken.
             * @default []
             */
            languages: components["schemas"]["RequestedLanguageCode"][];
        };
        /** @description A spoken language: ISO 639-1, and `haw` and `jw`. Capitals and regions are accepted: `EN` and `en-US` mean `en`. */
        RequestedLanguageCode: components["schemas"]["TranscriptionLanguageCode"];
        /**
         * @description A spoken language: ISO 639-1, and `haw` and `jw`.
         * @enum {string}
         */
        TranscriptionLanguageCode: "af" | "am" | "ar" | "as" | "az" | "ba" | "be" | "bg" | "bn" | "bo" | "br" | "bs" | "ca" | "cs" | "cy" | "da" | "de" | "el" | "en" | "es" | "et" | "eu" | "fa" | "fi" | "fo" | "fr" | "gl" | "gu" | "ha" | "haw" | "he" | "hi" | "hr" | "ht" | "hu" | "hy" | "id" | "is" | "it" | "ja" | "jw" | "ka" | "kk" | "km" | "kn" | "ko" | "la" | "lb" | "ln" | "lo" | "lt" | "lv" | "mg" | "mi" | "mk" | "ml" | "mn" | "mr" | "ms" | "mt" | "my" | "ne" | "nl" | "nn" | "no" | "oc" | "pa" | "pl" | "ps" | "pt" | "ro" | "ru" | "sa" | "sd" | "si" | "sk" | "sl" | "sn" | "so" | "sq" | "sr" | "su" | "sv" | "sw" | "ta" | "te" | "tg" | "th" | "tk" | "tl" | "tr" | "tt" | "uk" | "ur" | "uz" | "vi" | "yi" | "yo" | "zh";
        /** @description Where and how to send a callback when the job ends. */
        CallbackConfig: {
            /**
             * Format: uri
             * @description The URL to notify when the job ends.
             */
            url: string;
            /**
             * @description The HTTP method of the callback.
             * @default POST
             * @enum {string}
             */
            method: "POST" | "PUT";
        };
        /** @description How long the job is kept. Absent fields follow the retention of the account, including later changes. */
        JobRetention: {
            /** @description Days after the end of a job until its audio and everything derived from it is deleted; null for never. */
            audio_days?: number | null;
            /** @description Days after the end of a job until the whole job is deleted; null for never. */
            transcript_days?: number | null;
        };
        /** @description Words and names that the audio is likely to contain. */
        CustomVocabularyConfig: {
            /** @description The words to recognise. */
            vocabulary: (components["schemas"]["CustomVocabularyEntry"] | string)[];
            /**
             * @description The intensity of words that do not set their own, 0–1.
             * @default 0.5
             */
            default_intensity: number;
        };
        /** @description One word of a custom vocabulary. */
        CustomVocabularyEntry: {
            /** @description The word as it should be written. */
            value: string;
            /** @description How readily it is recognised, 0–1. */
            intensity?: number;
            /** @description Other pronunciations, written as words. */
            pronunciations?: string[];
            /** @description The language it is spoken in. */
            language?: components["schemas"]["RequestedLanguageCode"];
        };
        /** @description Words and how to spell them. */
        CustomSpellingConfig: {
            /** @description For each spelling, the words or phrases to replace with it. */
            spelling_dictionary: {
                [key: string]: string[];
            };
        };
        /** @description How subtitles are generated. */
        SubtitlesConfig: {
            /**
             * @description The formats to generate.
             * @default [
             *       "srt"
             *     ]
             */
            formats: components["schemas"]["SubtitlesFormat"][];
            /** @description Shortest time to show a caption, in seconds. A caption is shorter only if the next one of the same channel begins earlier. */
            minimum_duration?: number;
            /** @description Longest time to show a caption, in seconds. */
            maximum_duration?: number;
            /** @description Maximum length of a row, in characters. */
            maximum_characters_per_row?: number;
            /** @description Maximum rows of a caption. */
            maximum_rows_per_caption?: number;
            /**
             * @description How captions are split: `compliance` follows broadcasting guidelines.
             * @default default
             * @enum {string}
             */
            style: "default" | "compliance";
        };
        /**
         * @description What is known about the speakers.
         * @example {
         *       "number_of_speakers": 2
         *     }
         */
        DiarizationConfig: {
            /** @description The number of speakers, if known. */
            number_of_speakers?: number;
            /** @description The minimum number of speakers. */
            min_speakers?: number;
            /** @description The maximum number of speakers. */
            max_speakers?: number;
        };
        /** @description How the transcript is translated. */
        TranslationConfig: {
            /** @description The languages to translate into. */
            target_languages: components["schemas"]["RequestedTranslationLanguageCode"][];
            /**
             * @description The translation model. `enhanced` prefers the language model, if the service has one; `batch` means `base`.
             * @default base
             * @enum {string}
             */
            model: "base" | "enhanced" | "batch";
            /**
             * @description Whether each translated utterance corresponds to one original utterance.
             * @default true
             */
            match_original_utterances: boolean;
            /**
             * @description Whether the words of a translation are timed to match lip movements.
             * @default true
             */
            lipsync: boolean;
            /**
             * @description Whether the translation may take the context into account.
             * @default true
             */
            context_adaptation: boolean;
            /** @description What the audio is about, in a sentence or two. */
            context?: string;
            /**
             * @description Whether to address people informally.
             * @default false
             */
            informal: boolean;
        };
        /** @description A language to translate into: every language of speech, and `wo`. Capitals and regions are accepted: `EN` and `en-US` mean `en`. */
        RequestedTranslationLanguageCode: components["schemas"]["TranslationLanguageCode"];
        /**
         * @description A language to translate into: every language of speech, and `wo`.
         * @enum {string}
         */
        TranslationLanguageCode: "af" | "am" | "ar" | "as" | "az" | "ba" | "be" | "bg" | "bn" | "bo" | "br" | "bs" | "ca" | "cs" | "cy" | "da" | "de" | "el" | "en" | "es" | "et" | "eu" | "fa" | "fi" | "fo" | "fr" | "gl" | "gu" | "ha" | "haw" | "he" | "hi" | "hr" | "ht" | "hu" | "hy" | "id" | "is" | "it" | "ja" | "jw" | "ka" | "kk" | "km" | "kn" | "ko" | "la" | "lb" | "ln" | "lo" | "lt" | "lv" | "mg" | "mi" | "mk" | "ml" | "mn" | "mr" | "ms" | "mt" | "my" | "ne" | "nl" | "nn" | "no" | "oc" | "pa" | "pl" | "ps" | "pt" | "ro" | "ru" | "sa" | "sd" | "si" | "sk" | "sl" | "sn" | "so" | "sq" | "sr" | "su" | "sv" | "sw" | "ta" | "te" | "tg" | "th" | "tk" | "tl" | "tr" | "tt" | "uk" | "ur" | "uz" | "vi" | "yi" | "yo" | "zh" | "wo";
        /** @description How the transcript is summarised. */
        SummarizationConfig: {
            /**
             * @description The form of the summary.
             * @default general
             * @enum {string}
             */
            type: "general" | "bullet_points" | "concise";
        };
        /** @description What to extract from the transcript. */
        StructuredDataExtractionConfig: {
            /** @description What to extract, such as `person` or `price`. */
            classes: string[];
        };
        /** @description What to ask a language model about the transcript. */
        AudioToLlmConfig: {
            /** @description The prompts; each is answered separately. */
            prompts: string[];
            /** @description Accepted for compatibility, and ignored: the language model of the service answers. */
            model?: string;
        };
        /** @description Which personal information is redacted, and how. */
        PiiRedactionConfig: {
            /** @description The types to redact: one type or a list. */
            entity_types: components["schemas"]["PiiEntityType"] | components["schemas"]["PiiEntityType"][];
            /**
             * @description What replaces redacted text: its type in brackets (`MARKER`) or `#` signs (`MASK`).
             * @enum {string}
             */
            processed_text_type: "MARKER" | "MASK";
        };
        /** @description The languages of the audio. */
        LanguageConfig: {
            /**
             * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
             * @default []
             */
            languages: components["schemas"]["RequestedLanguageCode"][];
            /**
             * @description Whether the language may change, and is detected for each utterance.
             * @default false
             */
            code_switching: boolean;
        };
        /** @description The result of a pre-recorded job. A feature that was not requested is absent. */
        TranscriptionResult: {
            metadata: components["schemas"]["ResultMetadata"];
            transcription?: components["schemas"]["Transcription"];
            custom_vocabulary?: components["schemas"]["FailedModule"];
            custom_spelling?: components["schemas"]["FailedModule"];
            subtitles?: components["schemas"]["FailedModule"];
            diarization?: components["schemas"]["Diarization"];
            speaker_reidentification?: components["schemas"]["SpeakerReidentification"];
            translation?: components["schemas"]["Translation"];
            summarization?: components["schemas"]["Summarization"];
            moderation?: components["schemas"]["Moderation"];
            named_entity_recognition?: components["schemas"]["NamedEntityRecognition"];
            chapterization?: components["schemas"]["Chapterization"];
            name_consistency?: components["schemas"]["NameConsistency"];
            structured_data_extraction?: components["schemas"]["StructuredDataExtraction"];
            sentiment_analysis?: components["schemas"]["SentimentAnalysis"];
            audio_to_llm?: components["schemas"]["AudioToLlm"];
            sentences?: components["schemas"]["Sentences"];
            display_mode?: components["schemas"]["DisplayMode"];
            punctuation_enhanced?: components["schemas"]["FailedModule"];
        };
        /** @description Figures about the audio and its transcription. */
        ResultMetadata: {
            /** @description Duration of the audio in seconds, as a player shows it. If the audio of a video starts late, the gap counts as silence. */
            audio_duration: number;
            /** @description Number of distinct channels; channels with identical content count once. */
            number_of_distinct_channels: number;
            /** @description `audio_duration` × `number_of_distinct_channels`, in seconds. */
            billing_time: number;
            /** @description How long the transcription took, in seconds. */
            transcription_time: number;
            /** @description Speech of at least one second in which no words were recognised, because it is unclear or in another language; ordered by start time. */
            unrecognised_speech: components["schemas"]["UnrecognisedSpan"][];
            /** @description The model that recognised each language of the transcript; absent in live sessions. */
            models?: components["schemas"]["RecognisedBy"][];
        };
        /** @description Speech in which no words were recognised. */
        UnrecognisedSpan: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
        };
        /** @description Which model recognised a language. */
        RecognisedBy: {
            /** @description A language of the transcript. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /** @description The name of the model. */
            model: string;
        };
        /** @description The transcript of a recording. */
        Transcription: {
            /** @description The text of all utterances. */
            full_transcript: string;
            /** @description The text in sentences. Present only if requested, and never in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only if requested, and never in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The languages spoken, most spoken first. */
            languages: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description All utterances, ordered by start time. */
            utterances: components["schemas"]["Utterance"][];
        };
        /** @description The transcript in sentences. */
        Sentences: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The sentences, in order. */
            results: string[];
        } | components["schemas"]["FailedModule"];
        /** @description A feature that failed. The job still completes. */
        FailedModule: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description Always null. */
            results: null;
        };
        /** @description Why a feature failed. */
        ModuleError: {
            /** @description The kind of failure, as an HTTP status. */
            status_code: number;
            /** @description The name of the failure. */
            exception: string;
            /** @description What went wrong, in one sentence. */
            message: string;
        };
        /** @description A subtitle file. */
        Subtitle: {
            /** @description The format of the text. */
            format: components["schemas"]["SubtitlesFormat"];
            /** @description The content of the subtitle file. */
            subtitles: string;
        };
        /** @description What one speaker says without a long pause; in files, at most 30 s. It ends at the end of a sentence where the recogniser marks one. */
        Utterance: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The recogniser's confidence in the utterance, 0–1. */
            confidence: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0. Present only with diarization. */
            speaker?: number;
            /** @description Its words, in order. */
            words: components["schemas"]["Word"][];
            /** @description Its text. */
            text: string;
            /** @description Its language. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /**
             * @description Present if the audio was transcribed again and the corrections could not be carried over, so that the old text was kept.
             * @constant
             */
            kept?: true;
        };
        /** @description One recognised word. */
        Word: {
            /** @description The word, with its punctuation and leading space. */
            word: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The recogniser's confidence in the word, 0–1. */
            confidence: number;
        };
        /** @description Who spoke when. */
        Diarization: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The utterances, each with its speaker. */
            results: components["schemas"]["Utterance"][];
            /** @description Who speaks when, ordered by start, whether or not words were recognised. Spans overlap where people speak at the same time. Present only if a pulled model identified the speakers. An addition of Scriptorium. */
            spans?: components["schemas"]["SpeakerSpan"][];
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The utterances, each with its speaker. */
            results: components["schemas"]["Utterance"][];
        };
        /** @description A span of time in which a speaker is speaking. */
        SpeakerSpan: {
            /** @description The speaker, numbered as in the utterances. */
            speaker: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
        };
        /** @description The channels that each speaker appears on. */
        SpeakerReidentification: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The speakers, as JSON text. */
            results: string;
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The speakers, as JSON text. */
            results: string;
        };
        /** @description The transcript in other languages. */
        Translation: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description One per target language. */
            results: components["schemas"]["TranslationResult"][];
        } | components["schemas"]["FailedModule"];
        /** @description The transcript in one other language. */
        TranslationResult: {
            /** @description Why this language failed; null when it succeeded. */
            error: components["schemas"]["ModuleError"] | null;
            /** @description The text of all utterances. */
            full_transcript: string;
            /** @description The text in sentences. Present only if requested, and never in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only if requested, and never in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The target language. */
            languages: components["schemas"]["TranslationLanguageCode"][];
            /** @description The utterances in that language. */
            utterances: components["schemas"]["TranslatedUtterance"][];
        };
        /** @description An utterance translated into another language. */
        TranslatedUtterance: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The recogniser's confidence in the utterance, 0–1. */
            confidence: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0. Present only with diarization. */
            speaker?: number;
            /** @description Its words, in order. */
            words: components["schemas"]["Word"][];
            /** @description Its text. */
            text: string;
            /** @description The language it was translated into. */
            language: components["schemas"]["TranslationLanguageCode"];
            /**
             * @description Present if the audio was transcribed again and the corrections could not be carried over, so that the old text was kept.
             * @constant
             */
            kept?: true;
        };
        /** @description A summary of the transcript. */
        Summarization: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The summary. */
            results: string;
        } | components["schemas"]["FailedModule"];
        /** @description The transcript without profanity. */
        Moderation: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The transcript with profanity masked, as in `f***`. */
            results: string;
        } | components["schemas"]["FailedModule"];
        /** @description The people, places and other entities in the transcript. */
        NamedEntityRecognition: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The same list as `results`, as JSON text; `[]` if the feature failed. */
            entity: string;
            /** @description The entities, in order. */
            results: components["schemas"]["NamedEntity"][];
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The same list as `results`, as JSON text; `[]` if the feature failed. */
            entity: string;
            /** @description Always null. */
            results: null;
        };
        /** @description An entity found in a transcript. */
        NamedEntity: {
            /** @description The type of the entity, such as `LOCATION`. A person is `NAME_GIVEN` or `NAME_FAMILY` if only that part of the name is spoken, and `NAME` if it is a full name or the part is unknown. */
            entity_type: string;
            /** @description The group of the type: `NAME` for all people, otherwise the same as `entity_type`. */
            entity_group: string;
            /** @description The entity as spoken. */
            text: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
        };
        /** @description The transcript in chapters. */
        Chapterization: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The chapters. */
            results: {
                /** @description The chapters, in order. */
                chapters: components["schemas"]["Chapter"][];
            } & {
                [key: string]: unknown;
            };
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The chapters. */
            results: {
                /** @description The chapters, in order. */
                chapters: components["schemas"]["Chapter"][];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A part of a transcript with one topic. */
        Chapter: {
            /** @description Its topic, as a headline. */
            headline: string;
            /** @description A summary of the chapter. */
            summary?: string;
            /** @description A summary in new words. */
            abstractive_summary?: string;
            /** @description A summary made of sentences from the chapter. */
            extractive_summary?: string;
            /** @description Its topic, in a few words. */
            gist: string;
            /** @description Its most characteristic words. */
            keywords: string[];
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description Its sentences, in order. */
            sentences: components["schemas"]["ChapterSentence"][];
            /** @description Its text. */
            text: string;
        };
        /** @description One sentence of a chapter. */
        ChapterSentence: {
            /** @description Its text. */
            sentence: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description Its words, in order. */
            words: components["schemas"]["Word"][];
        };
        /** @description The names whose spelling was unified. */
        NameConsistency: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The names, as JSON text. */
            results: string;
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The names, as JSON text. */
            results: string;
        };
        /** @description The values of each class in the transcript. */
        StructuredDataExtraction: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The values, as JSON text. */
            results: string;
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The values, as JSON text. */
            results: string;
        };
        /** @description The sentiment of each sentence. */
        SentimentAnalysis: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The sentiments, as JSON text. */
            results: string;
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The sentiments, as JSON text. */
            results: string;
        };
        /** @description The answers of a language model to the prompts. It has failed if every prompt failed. */
        AudioToLlm: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description One per prompt, in the same order. */
            results: components["schemas"]["PromptAnswer"][];
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description One per prompt; null if none was tried. */
            results: components["schemas"]["PromptAnswer"][] | null;
        };
        /** @description The answer of a language model to one prompt. */
        PromptAnswer: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The prompt and its answer. */
            results: {
                /** @description The prompt as given. */
                prompt: string;
                /** @description The answer of the model. */
                response: string;
            };
        } | {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: false;
            /**
             * @description Whether there are no results.
             * @constant
             */
            is_empty: true;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Why it failed. */
            error: components["schemas"]["ModuleError"];
            /** @description The prompt that failed. */
            results: {
                /** @description The prompt as given. */
                prompt: string;
                /** @description Always null. */
                response: null;
            };
        };
        /** @description The transcript in lines for display. */
        DisplayMode: {
            /**
             * @description Whether the feature succeeded.
             * @constant
             */
            success: true;
            /** @description Whether there are no results. */
            is_empty: boolean;
            /** @description How long it took, in seconds. */
            exec_time: number;
            /** @description Always null. */
            error: null;
            /** @description The lines, in order. */
            results: string[];
        } | components["schemas"]["FailedModule"];
        /** @description A page of a list. Each URL carries every filter of the request. */
        PreRecordedJobFieldsPage: {
            /**
             * Format: uri
             * @description The first page of this list.
             */
            first: string;
            /**
             * Format: uri
             * @description This page.
             */
            current: string;
            /** @description The next page; null on the last page, and only there. */
            next: string | null;
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["PreRecordedJobFields"][];
        };
        /** @description A pre-recorded job with the requested `fields` only. */
        PreRecordedJobFields: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id?: string;
            /** @description `G-` followed by the first 8 hex digits of the id. */
            request_id?: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version?: 2;
            status?: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at?: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null until then. */
            completed_at?: components["schemas"]["Timestamp"] | null;
            /** @description The object sent with the request, or null. */
            custom_metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until it is set. */
            post_session_metadata?: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status code; null unless the status is error. */
            error_code?: number | null;
            /** @description Why the job failed, in one sentence, as in its callback; null unless the status is error. */
            error_message?: string | null;
            /** @description The audio; null until it is known. */
            file?: components["schemas"]["JobFile"] | null;
            details?: components["schemas"]["JobDetails"];
            /**
             * @description A job for a file.
             * @enum {string}
             */
            kind?: "pre-recorded";
            request_params?: components["schemas"]["PreRecordedParams"];
            /** @description The result; null unless the status is done. */
            result?: components["schemas"]["TranscriptionResult"] | null;
            /** @description A short preview of the transcript; null if the job is not done or has no transcript. */
            preview?: components["schemas"]["JobPreview"] | null;
        };
        /** @description A short preview of a transcript, from its newest revision except for the languages. */
        JobPreview: {
            /** @description The first words, followed by `…` if there are more. */
            text: string;
            /** @description The number of speakers; 0 without diarization. */
            speakers: number;
            /** @description The languages recognised, most spoken first. */
            languages: components["schemas"]["TranscriptionLanguageCode"][];
        };
        /**
         * @description Whether a job transcribes a file (`pre-recorded`) or a live session (`live`).
         * @enum {string}
         */
        JobKind: "pre-recorded" | "live";
        /** @description A page of a list. Each URL carries every filter of the request. */
        JobPage: {
            /**
             * Format: uri
             * @description The first page of this list.
             */
            first: string;
            /**
             * Format: uri
             * @description This page.
             */
            current: string;
            /** @description The next page; null on the last page, and only there. */
            next: string | null;
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["Job"][];
        };
        /** @description A job of either kind. */
        Job: components["schemas"]["PreRecordedJob"] | components["schemas"]["LiveJob"];
        /** @description A job that transcribes a live session. */
        LiveJob: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description `G-` followed by the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object sent with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until it is set. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status code; null unless the status is error. */
            error_code: number | null;
            /** @description Why the job failed, in one sentence, as in its callback; null unless the status is error. */
            error_message: string | null;
            /** @description The audio; null until it is known. */
            file: components["schemas"]["JobFile"] | null;
            details: components["schemas"]["JobDetails"];
            /**
             * @description A job for a live session.
             * @enum {string}
             */
            kind: "live";
            request_params: components["schemas"]["LiveParams"];
            /** @description The result; null unless the status is done. */
            result: components["schemas"]["LiveResult"] | null;
        };
        /** @description The request with its defaults filled in. Only enabled features have their settings. */
        LiveParams: {
            /**
             * @description The encoding of the samples.
             * @default wav/pcm
             * @enum {string}
             */
            encoding: "wav/pcm" | "wav/alaw" | "wav/ulaw";
            /**
             * @description Bits per sample.
             * @default 16
             * @enum {integer}
             */
            bit_depth: 8 | 16 | 24 | 32;
            /**
             * @description Samples per second, per channel.
             * @default 16000
             * @enum {integer}
             */
            sample_rate: 8000 | 16000 | 32000 | 44100 | 48000;
            /**
             * @description Number of interleaved channels.
             * @default 1
             */
            channels: number;
            /**
             * @description The recogniser.
             * @default solaria-1
             * @enum {string}
             */
            model: "solaria-1";
            /**
             * @description The duration of silence that ends an utterance, in seconds.
             * @default 0.05
             */
            endpointing: number;
            /**
             * @description The duration after which an utterance ends even without silence, in seconds.
             * @default 5
             */
            maximum_duration_without_endpointing: number;
            language_config: components["schemas"]["LanguageConfig"];
            pre_processing: components["schemas"]["PreProcessingConfig"];
            realtime_processing: components["schemas"]["RealtimeProcessingConfig"];
            post_processing: components["schemas"]["PostProcessingConfig"];
            messages_config: components["schemas"]["MessagesConfig"];
            /**
             * @description Send messages to `callback_config.url` as well.
             * @default false
             */
            callback: boolean;
            callback_config?: components["schemas"]["LiveCallbackConfig"];
            retention?: components["schemas"]["JobRetention"];
        };
        /** @description Audio processing before recognition. */
        PreProcessingConfig: {
            /**
             * @description Suppress noise before recognition.
             * @default false
             */
            audio_enhancer: boolean;
            /**
             * @description The probability above which voice activity detection reports speech, 0–1.
             * @default 0.6
             */
            speech_threshold: number;
        };
        /** @description Features applied to each utterance as it is spoken. */
        RealtimeProcessingConfig: {
            /**
             * @description Recognise the given words.
             * @default false
             */
            custom_vocabulary: boolean;
            custom_vocabulary_config?: components["schemas"]["CustomVocabularyConfig"];
            /**
             * @description Spell the given words as specified.
             * @default false
             */
            custom_spelling: boolean;
            custom_spelling_config?: components["schemas"]["CustomSpellingConfig"];
            /**
             * @description Translate each utterance.
             * @default false
             */
            translation: boolean;
            translation_config?: components["schemas"]["TranslationConfig"];
            /**
             * @description Detect the entities in each utterance.
             * @default false
             */
            named_entity_recognition: boolean;
            /**
             * @description Detect the sentiment of each utterance.
             * @default false
             */
            sentiment_analysis: boolean;
        };
        /** @description Features applied to the transcript after the recording. */
        PostProcessingConfig: {
            /**
             * @description Generate subtitle files of the transcript and its translations.
             * @default false
             */
            subtitles: boolean;
            subtitles_config?: components["schemas"]["SubtitlesConfig"];
            /**
             * @description Summarise the transcript.
             * @default false
             */
            summarization: boolean;
            summarization_config?: components["schemas"]["SummarizationConfig"];
            /**
             * @description Split the transcript into chapters.
             * @default false
             */
            chapterization: boolean;
            /**
             * @description Split the transcript and its translations into sentences.
             * @default false
             */
            sentences: boolean;
        };
        /** @description Which messages are sent over the socket. */
        MessagesConfig: {
            /**
             * @description Partial transcripts, which may still change.
             * @default false
             */
            receive_partial_transcripts: boolean;
            /**
             * @description Final transcripts.
             * @default true
             */
            receive_final_transcripts: boolean;
            /**
             * @description The start and end of speech.
             * @default true
             */
            receive_speech_events: boolean;
            /**
             * @description Audio processing before recognition.
             * @default true
             */
            receive_pre_processing_events: boolean;
            /**
             * @description Results of the features in `realtime_processing`.
             * @default true
             */
            receive_realtime_processing_events: boolean;
            /**
             * @description Results of post-processing.
             * @default true
             */
            receive_post_processing_events: boolean;
            /**
             * @description Acknowledgements of audio chunks and of `stop_recording`.
             * @default true
             */
            receive_acknowledgments: boolean;
            /**
             * @description Errors.
             * @default true
             */
            receive_errors: boolean;
            /**
             * @description The start and end of the session and of the recording.
             * @default false
             */
            receive_lifecycle_events: boolean;
        };
        /** @description Which messages are sent as callbacks, and where. */
        LiveCallbackConfig: {
            /**
             * @description Partial transcripts, which may still change.
             * @default false
             */
            receive_partial_transcripts: boolean;
            /**
             * @description Final transcripts.
             * @default true
             */
            receive_final_transcripts: boolean;
            /**
             * @description The start and end of speech.
             * @default false
             */
            receive_speech_events: boolean;
            /**
             * @description Audio processing before recognition.
             * @default true
             */
            receive_pre_processing_events: boolean;
            /**
             * @description Results of the features in `realtime_processing`.
             * @default true
             */
            receive_realtime_processing_events: boolean;
            /**
             * @description Results of post-processing.
             * @default true
             */
            receive_post_processing_events: boolean;
            /**
             * @description Acknowledgements of audio chunks and of `stop_recording`.
             * @default false
             */
            receive_acknowledgments: boolean;
            /**
             * @description Errors.
             * @default false
             */
            receive_errors: boolean;
            /**
             * @description The start and end of the session and of the recording.
             * @default true
             */
            receive_lifecycle_events: boolean;
            /**
             * Format: uri
             * @description The URL to send messages to; required when `callback` is true.
             */
            url?: string;
        };
        /** @description The result of a live job, with the messages of its session. */
        LiveResult: {
            metadata: components["schemas"]["ResultMetadata"];
            transcription?: components["schemas"]["Transcription"];
            custom_vocabulary?: components["schemas"]["FailedModule"];
            custom_spelling?: components["schemas"]["FailedModule"];
            subtitles?: components["schemas"]["FailedModule"];
            translation?: components["schemas"]["Translation"];
            summarization?: components["schemas"]["Summarization"];
            named_entity_recognition?: components["schemas"]["NamedEntityRecognition"];
            chapterization?: components["schemas"]["Chapterization"];
            sentiment_analysis?: components["schemas"]["SentimentAnalysis"];
            sentences?: components["schemas"]["Sentences"];
            /** @description The messages of the session as JSON text, in order, without audio_chunk acknowledgements. If they would make the result larger than the service allows (MAX_RESULT_MB, 48 MB by default), the messages from the first that does not fit to the last but one are omitted. */
            messages: string[];
        };
        /** @description A page of a list. Each URL carries every filter of the request. */
        JobFieldsPage: {
            /**
             * Format: uri
             * @description The first page of this list.
             */
            first: string;
            /**
             * Format: uri
             * @description This page.
             */
            current: string;
            /** @description The next page; null on the last page, and only there. */
            next: string | null;
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["JobFields"][];
        };
        /** @description A job of either kind with the requested `fields` only. */
        JobFields: components["schemas"]["PreRecordedJobFields"] | components["schemas"]["LiveJobFields"];
        /** @description A live job with the requested `fields` only. */
        LiveJobFields: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id?: string;
            /** @description `G-` followed by the first 8 hex digits of the id. */
            request_id?: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version?: 2;
            status?: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at?: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null until then. */
            completed_at?: components["schemas"]["Timestamp"] | null;
            /** @description The object sent with the request, or null. */
            custom_metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until it is set. */
            post_session_metadata?: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status code; null unless the status is error. */
            error_code?: number | null;
            /** @description Why the job failed, in one sentence, as in its callback; null unless the status is error. */
            error_message?: string | null;
            /** @description The audio; null until it is known. */
            file?: components["schemas"]["JobFile"] | null;
            details?: components["schemas"]["JobDetails"];
            /**
             * @description A job for a live session.
             * @enum {string}
             */
            kind?: "live";
            request_params?: components["schemas"]["LiveParams"];
            /** @description The result; null unless the status is done. */
            result?: components["schemas"]["LiveResult"] | null;
            /** @description A short preview of the transcript; null if the job is not done or has no transcript. */
            preview?: components["schemas"]["JobPreview"] | null;
        };
        /** @description A live session that is waiting for its WebSocket. */
        LiveSession: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: uri
             * @description The URL of the WebSocket. Open it unchanged, without extra headers or a subprotocol.
             */
            url: string;
            /** @description One line for each unknown field or parameter, all of which were ignored. Absent if there are none. */
            warnings?: string[];
        };
        /** @description A page of a list. Each URL carries every filter of the request. */
        LiveJobPage: {
            /**
             * Format: uri
             * @description The first page of this list.
             */
            first: string;
            /**
             * Format: uri
             * @description This page.
             */
            current: string;
            /** @description The next page; null on the last page, and only there. */
            next: string | null;
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["LiveJob"][];
        };
        /** @description A page of a list. Each URL carries every filter of the request. */
        LiveJobFieldsPage: {
            /**
             * Format: uri
             * @description The first page of this list.
             */
            first: string;
            /**
             * Format: uri
             * @description This page.
             */
            current: string;
            /** @description The next page; null on the last page, and only there. */
            next: string | null;
            /** @description The jobs of this page, newest first. */
            items: components["schemas"]["LiveJobFields"][];
        };
        /**
         * @description The fields of a live job that can be changed.
         * @example {
         *       "post_session_metadata": {
         *         "rating": 5
         *       }
         *     }
         */
        LivePatch: {
            /** @description Replaces the previous object; at most 100 kB. */
            post_session_metadata: {
                [key: string]: unknown;
            };
        };
        /** @description The deletion of all jobs that match a filter. */
        Deletion: {
            /**
             * Format: uuid
             * @description Id of the deletion.
             */
            id: string;
            /**
             * @description The status of the deletion. `failed` means that it stopped because of an internal error; you can send the same request again.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description Number of matching jobs at the time of the request; null if lists do not count them either: above 100,000 with `custom_metadata` or `tag`, and above 500 with `q`. */
            matched: number | null;
            /** @description Number of jobs deleted so far. */
            deleted: number;
            /** @description Whether it moves the jobs to the trash. */
            trash: boolean;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was done or failed; null while running. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Jobs that have changed. */
        JobChanges: {
            /** @description The jobs in their current state, each once, ordered by their last change. */
            items: (components["schemas"]["Job"] | components["schemas"]["DeletedJob"])[];
            /** @description Send it as `after` to get later changes. Always present; it does not expire. */
            next: string;
            /** @description Whether more changes can be read now. */
            more: boolean;
        };
        /** @description A job that was deleted or moved to the trash. */
        DeletedJob: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            deleted: true;
        };
        /** @description Jobs that have changed. */
        JobFieldsChanges: {
            /** @description The jobs in their current state, each once, ordered by their last change. */
            items: (components["schemas"]["JobFields"] | components["schemas"]["DeletedJob"])[];
            /** @description Send it as `after` to get later changes. Always present; it does not expire. */
            next: string;
            /** @description Whether more changes can be read now. */
            more: boolean;
        };
        /** @description The values of the filters `tag` and `language`. Of tags, the 500 most frequent. */
        JobFacets: {
            /** @description The tags of the jobs, most frequent first. */
            tags: {
                /** @description The tag. */
                tag: string;
                /** @description Number of jobs. */
                jobs: number;
            }[];
            /** @description The recognised languages, most frequent first. */
            languages: {
                language: components["schemas"]["TranscriptionLanguageCode"];
                /** @description Number of jobs. */
                jobs: number;
            }[];
        };
        /** @description The deletions of an account. */
        DeletionList: {
            /** @description The deletions, newest first; at most 100. */
            items: components["schemas"]["Deletion"][];
        };
        /** @description A page of the trash. */
        TrashPage: {
            /** @description How many days the trash keeps jobs; 0 if there is no trash. */
            days: number;
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The jobs in the trash, last deleted first. */
            items: components["schemas"]["TrashedJob"][];
        };
        /** @description A job of either kind in the trash, without its result. */
        TrashedJob: components["schemas"]["TrashedPreRecordedJob"] | components["schemas"]["TrashedLiveJob"];
        /** @description A pre-recorded job in the trash, without its result. */
        TrashedPreRecordedJob: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description `G-` followed by the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object sent with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until it is set. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status code; null unless the status is error. */
            error_code: number | null;
            /** @description Why the job failed, in one sentence, as in its callback; null unless the status is error. */
            error_message: string | null;
            /** @description The audio; null until it is known. */
            file: components["schemas"]["JobFile"] | null;
            details: components["schemas"]["JobDetails"];
            /**
             * @description A job for a file.
             * @enum {string}
             */
            kind: "pre-recorded";
            request_params: components["schemas"]["PreRecordedParams"];
            /** @description When it was moved to the trash. */
            deleted_at: components["schemas"]["Timestamp"];
            /** @description When it is permanently deleted: at the end of its days in the trash or of its retention, whichever is sooner. It is deleted earlier if space is needed. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A live job in the trash, without its result. */
        TrashedLiveJob: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description `G-` followed by the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object sent with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until it is set. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status code; null unless the status is error. */
            error_code: number | null;
            /** @description Why the job failed, in one sentence, as in its callback; null unless the status is error. */
            error_message: string | null;
            /** @description The audio; null until it is known. */
            file: components["schemas"]["JobFile"] | null;
            details: components["schemas"]["JobDetails"];
            /**
             * @description A job for a live session.
             * @enum {string}
             */
            kind: "live";
            request_params: components["schemas"]["LiveParams"];
            /** @description When it was moved to the trash. */
            deleted_at: components["schemas"]["Timestamp"];
            /** @description When it is permanently deleted: at the end of its days in the trash or of its retention, whichever is sooner. It is deleted earlier if space is needed. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The transcript of a job. */
        ReadTranscription: {
            /** @description The text of all utterances. */
            full_transcript: string;
            /** @description The text in sentences. Present only if requested, and never in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only if requested, and never in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The languages spoken, most spoken first. */
            languages: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description All utterances, ordered by start time. */
            utterances: components["schemas"]["Utterance"][];
            /** @description The utterances, grouped into paragraphs. Present only with `paragraphs=true`. */
            paragraphs?: components["schemas"]["Paragraph"][];
        };
        /** @description Consecutive utterances of one speaker and channel, up to a long pause or a change of topic; usually at most 800 characters. */
        Paragraph: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0. Present only with diarization. */
            speaker?: number;
            /** @description Its text. */
            text: string;
            /** @description The indices of its first and last utterances. */
            utterances: [
                number,
                number
            ];
        };
        /**
         * @description A corrected transcript.
         * @example {
         *       "utterances": [
         *         {
         *           "start": 0,
         *           "end": 0.2,
         *           "channel": 0,
         *           "text": "Hello."
         *         }
         *       ]
         *     }
         */
        CorrectedTranscript: {
            /** @description All utterances, in any order. */
            utterances: components["schemas"]["CorrectedUtterance"][];
        };
        /** @description An utterance of a corrected transcript. Its words are derived from its text. */
        CorrectedUtterance: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0; absent for none. */
            speaker?: number;
            /** @description Its language; by default, the language recognised at that point. */
            language?: components["schemas"]["TranscriptionLanguageCode"];
            /** @description Its text. */
            text: string;
        };
        /** @description A page of the utterances in which words were found. */
        MatchPage: {
            /** @description Number of utterances in which words were found, on all pages together. */
            total: number;
            /** @description The utterances, ordered by start time. */
            items: components["schemas"]["Match"][];
        };
        /** @description An utterance in which words were found. */
        Match: {
            /** @description Index of the utterance in the newest revision of the transcript. */
            utterance: number;
            /** @description Start of the first word found, in seconds from the start of the audio. */
            start: number;
            /** @description End of the last word found, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0; absent for none. */
            speaker?: number;
            /** @description The text of the utterance; if it is too long, the part around the first word found, with `…` where it is cut. */
            text: string;
            /** @description The positions in `text` of the words found, in order. */
            ranges: components["schemas"]["MatchRange"][];
        };
        /** @description A range of a text, in UTF-16 code units. */
        MatchRange: {
            /** @description Start of the range. */
            from: number;
            /** @description End of the range, exclusive. */
            to: number;
        };
        /** @description A part of a transcript. */
        UtterancePage: {
            /** @description The title; null until it is set. */
            title: string | null;
            /** @description The names of speakers, by the `speaker` of their utterances. */
            speaker_names: {
                [key: string]: string;
            };
            /** @description Duration of the audio, in seconds. */
            duration: number;
            /** @description Number of utterances in the whole transcript. */
            total: number;
            /** @description The `offset` of the next page, with the same `from` and `to`; null on the last page. */
            next: number | null;
            /** @description The utterances, in order. */
            items: components["schemas"]["ReadUtterance"][];
        };
        /** @description An utterance without its words. */
        ReadUtterance: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0. Present only with diarization. */
            speaker?: number;
            /** @description Its text. */
            text: string;
            /** @description Its language. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /**
             * @description Present if the audio was transcribed again and the corrections could not be carried over, so that the old text was kept.
             * @constant
             */
            kept?: true;
            /** @description Its index in the newest revision of the transcript. */
            utterance: number;
        };
        /** @description A transcript, or a translation of one. */
        ExportedTranscript: {
            /** @description The text of all utterances. */
            full_transcript: string;
            /** @description The text in sentences. Present only if requested, and never in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only if requested, and never in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The languages spoken, most spoken first; for a translation, its language. */
            languages: components["schemas"]["TranslationLanguageCode"][];
            /** @description All utterances, ordered by start time. */
            utterances: components["schemas"]["TranslatedUtterance"][];
            /** @description The utterances, grouped into paragraphs. Present only with `paragraphs=true`. */
            paragraphs?: components["schemas"]["Paragraph"][];
            /** @description The summary, if requested with `summary=true` and available. */
            summary?: string;
        };
        /** @description An event of `GET /v2/events`; its `data` is JSON. */
        AccountEvent: {
            /** @constant */
            event: "job";
            /** @description The cursor after this event, valid as `after` here and in `GET /v2/jobs/changes`. */
            id: string;
            /** @description Sent within a second after a job was created, changed or deleted, in the order of the changes. If a job has changed several times in the meantime, it is sent once. */
            data: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
                /** @description The current status; null if the job was deleted. */
                status: components["schemas"]["JobStatus"] | null;
                /**
                 * @description `deleted` includes jobs moved to the trash; `updated` includes created and restored jobs.
                 * @enum {string}
                 */
                change: "updated" | "deleted";
            };
        } | {
            /** @constant */
            event: "progress";
            /** @description Sent at the beginning and on every change. The last one has the status `done` or `error`. */
            data: components["schemas"]["JobProgress"];
        } | {
            /** @constant */
            event: "text";
            /** @description The text of the job recognised so far. Not sent for live sessions and jobs with `pii_redaction`. */
            data: {
                /** @description Position in the text received so far, in UTF-16 code units, from which `text` replaces everything. 0 replaces all of it. */
                from: number;
                /** @description The newly recognised text. */
                text: string;
            };
        };
        /** @description The progress of a job. Null means unknown. */
        JobProgress: {
            status: components["schemas"]["JobStatus"];
            /** @description The current stage: fetching the audio, recognising speech, enriching the transcript, or running a live session. Null while the job is waiting and after it has ended. */
            stage: ("fetching" | "recognising" | "enriching" | "live") | null;
            /** @description The fraction of the job that is done; it never decreases. Null for live sessions and failed jobs. */
            fraction: number | null;
            /** @description Number of jobs of the account that are ahead of it in the queue for the same stage; accounts take turns. Null if the job is not waiting, or above 10,000. */
            queue_position: number | null;
            /** @description What the file is waiting for: its `turn`, or a `process` that transcribes files, because none is running or all are paused. Null if the job is not waiting. */
            waiting_for: ("turn" | "process") | null;
            /** @description Estimated seconds until the job ends, based on the measured speed; null if unknown. */
            eta_seconds: number | null;
        };
        /**
         * @description The priority of a job.
         * @example {
         *       "priority": "first"
         *     }
         * @example {
         *       "priority": -1
         *     }
         */
        JobPriority: {
            /** @description Waiting files of the account are processed by descending priority, then oldest first; 0 unless set. `first` sets a higher priority than that of any other. */
            priority: number | "first";
        };
        /** @description The priority of a job. */
        JobPrioritySet: {
            /** @description The new priority, as a number. */
            priority: number;
        };
        /** @description The number of jobs that were queued again. */
        Requeued: {
            /** @description Number of jobs that were queued again. */
            requeued: number;
            /** @description Whether there are more jobs: if so, send the request again. */
            more: boolean;
        };
        /**
         * @description Changes to the details of a job. Absent fields stay as they are.
         * @example {
         *       "title": "Weekly meeting",
         *       "tags": [
         *         "team"
         *       ],
         *       "speaker_names": {
         *         "0": "Anna"
         *       }
         *     }
         */
        JobDetailsPatch: {
            /** @description The title; null removes it. */
            title?: string | null;
            /** @description The tags, which replace the existing ones; null removes all of them. */
            tags?: string[] | null;
            /** @description Names of speakers, merged into the existing ones; null removes one name, or all of them. */
            speaker_names?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description The waveform of the audio, in the format of audiowaveform. */
        Peaks: {
            /**
             * @description Version of the format.
             * @constant
             */
            version: 2;
            /** @description Number of channels. */
            channels: number;
            /** @description Sample rate of the measured audio, in Hz. */
            sample_rate: number;
            /** @description Samples of each channel per pixel. */
            samples_per_pixel: number;
            /**
             * @description Bits of each value.
             * @constant
             */
            bits: 8;
            /** @description Number of pixels. */
            length: number;
            /** @description For each pixel and channel, the lowest and the highest sample, −128 to 127. */
            data: number[];
        };
        /** @description How far the audio is from being ready to play. */
        Preparation: {
            /** @description The fraction that is done; 0 while waiting for its turn. */
            fraction: number;
        };
        /** @description A page of the revisions of a transcript. */
        RevisionPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The revisions, newest first. */
            items: components["schemas"]["Revision"][];
        };
        /** @description A revision of a transcript. */
        Revision: {
            /** @description Its number; 0 is the result of the recognition. */
            revision: number;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Who created it; null for revision 0. */
            by: components["schemas"]["Who"] | null;
            /** @description Number of utterances that differ from the previous revision. */
            changes: number;
        };
        /** @description The audio of a job, transcribed again. */
        Retranscription: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            job_id: string;
            /**
             * @description The state of the new transcript: `queued`, being made (`processing`), `ready` to be accepted, or `failed`.
             * @enum {string}
             */
            status: "queued" | "processing" | "ready" | "failed";
            /** @description Whether it becomes a revision as soon as it is ready. */
            accept: boolean;
            /** @description Why it failed; null unless it has failed. */
            error: string | null;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it became ready or failed; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description How the audio is transcribed; null if stored by an incompatible version of the service. */
            params: components["schemas"]["PreRecordedParams"] | null;
            /** @description The fraction that is done; null unless it is processing. */
            fraction: number | null;
            /** @description What accepting it would change; null unless it is ready. */
            difference: components["schemas"]["TranscriptDifference"] | null;
        };
        /** @description What changes if a new transcript is accepted. */
        TranscriptDifference: {
            /** @description The newest revision, to which the new transcript is compared. */
            revision: number;
            /** @description Number of words that differ. */
            words: number;
            /** @description Number of utterances whose old text is kept. */
            kept: number;
            /** @description The first 1000 differences, ordered by time. */
            changes: components["schemas"]["WordChange"][];
        };
        /** @description A place where two transcripts differ. */
        WordChange: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The words before it. */
            before: string;
            /** @description The words of the newest transcript; empty where words are added. */
            old: string;
            /** @description The words of the new one; empty where words are removed. */
            new: string;
            /** @description The words after it. */
            after: string;
            /** @description Whether the old text is kept: it was corrected, and the corrections cannot be carried over to `new`, which is now recognised there. */
            kept: boolean;
        };
        /** @description Jobs whose audio is being or was transcribed again. */
        RetranscriptionPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The jobs, newest first. */
            items: components["schemas"]["RetranscriptionItem"][];
        };
        /** @description A job whose audio is transcribed again. */
        RetranscriptionItem: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            job_id: string;
            /**
             * @description The state of the new transcript: `queued`, being made (`processing`), `ready` to be accepted, or `failed`.
             * @enum {string}
             */
            status: "queued" | "processing" | "ready" | "failed";
            /** @description Whether it becomes a revision as soon as it is ready. */
            accept: boolean;
            /** @description Why it failed; null unless it has failed. */
            error: string | null;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it became ready or failed; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A request to transcribe all jobs that match a filter again. */
        RetranscriptionRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            id: string;
            /**
             * @description The status of the run. `failed` means that it stopped because of an internal error; you can send the same request again.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description Number of matching jobs at the time of the request; null if lists do not count them either. */
            matched: number | null;
            /** @description Number of jobs processed so far. Jobs without audio, or that already have a new transcript, are left unchanged. */
            requested: number;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was done or failed; null while running. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Requests to transcribe many jobs again. */
        RetranscriptionRunList: {
            /** @description The runs, newest first; at most 100. */
            items: components["schemas"]["RetranscriptionRun"][];
        };
        /** @description A newly created link. */
        CreatedShare: {
            /**
             * Format: uuid
             * @description Id of the share, for revoking it.
             */
            id: string;
            /** @description Start of the shared part, in seconds; null for the beginning. */
            from: number | null;
            /** @description End of the shared part, in seconds; null for the end. */
            to: number | null;
            /** @description Whether the page plays the audio. */
            audio: boolean;
            /** @description Whether the transcript, and the audio if the page plays it, can be downloaded. */
            download: boolean;
            /** @description Whether to show only a redacted transcript, with its corrections but without audio, title and speaker names. */
            redacted: boolean;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link expires; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description How often the link was opened. */
            opened_count: number;
            /** @description When the link was last opened; null if never. */
            last_opened_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: uri
             * @description The link. It is not stored and cannot be shown again.
             */
            url: string;
        };
        /** @description The links to a transcript. */
        ShareList: {
            /** @description The links that were not revoked, oldest first. Expired links are listed for another 30 days. */
            items: components["schemas"]["Share"][];
        };
        /** @description A link to a transcript, without the link itself. */
        Share: {
            /**
             * Format: uuid
             * @description Id of the share, for revoking it.
             */
            id: string;
            /** @description Start of the shared part, in seconds; null for the beginning. */
            from: number | null;
            /** @description End of the shared part, in seconds; null for the end. */
            to: number | null;
            /** @description Whether the page plays the audio. */
            audio: boolean;
            /** @description Whether the transcript, and the audio if the page plays it, can be downloaded. */
            download: boolean;
            /** @description Whether to show only a redacted transcript, with its corrections but without audio, title and speaker names. */
            redacted: boolean;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link expires; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description How often the link was opened. */
            opened_count: number;
            /** @description When the link was last opened; null if never. */
            last_opened_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A page of deliveries. */
        DeliveryPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The deliveries: those of one job oldest first, those of the account newest first. */
            items: components["schemas"]["Delivery"][];
        };
        /** @description The delivery of one callback. */
        Delivery: {
            /** @description The `webhook-id` of every attempt. */
            id: string;
            /**
             * Format: uuid
             * @description Id of the job.
             */
            job_id: string;
            /** @description The event, such as `transcription.success`. */
            event: string;
            /** @description The callback URL. */
            url: string;
            /**
             * @description The HTTP method.
             * @enum {string}
             */
            method: "POST" | "PUT";
            state: components["schemas"]["DeliveryState"];
            /** @description When it was recorded. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Time of the next attempt; null if there is none, if one is in progress, or if an earlier message of the session must be sent first. */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            receiver: components["schemas"]["DeliveryReceiver"];
            /** @description All attempts so far, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * @description The state of a delivery: `waiting` for its next attempt, `delivered`, or `failed` after the last attempt. A failed delivery can be sent again.
         * @enum {string}
         */
        DeliveryState: "waiting" | "delivered" | "failed";
        /** @description The endpoint that a callback is sent to. */
        DeliveryReceiver: {
            /** @description Scheme, host and port. All callback URLs of the account with the same origin share one endpoint. */
            origin: string;
            /** @description The first of the consecutive failed attempts; null if the last attempt succeeded. */
            failing_since: components["schemas"]["Timestamp"] | null;
            /** @description Time of the next attempt if the endpoint is paused because it keeps failing; otherwise null. */
            paused_until: components["schemas"]["Timestamp"] | null;
        };
        /** @description One attempt to deliver a callback. */
        DeliveryAttempt: {
            /** @description When the attempt started. */
            at: components["schemas"]["Timestamp"];
            /** @description How long it took, in seconds. */
            duration: number;
            /** @description HTTP status of the response, 200–299 on success; null if there was none. */
            status: number | null;
            /** @description The first 1,024 bytes of the response; null if there was none. */
            answer: string | null;
            /** @description Why there was no response, in one sentence; null if there was one. */
            error: string | null;
        };
        /** @description The body of a delivery: a callback of a job, or an event of the account. */
        DeliveryBody: components["schemas"]["JobCallback"] | (components["schemas"]["TranscriptionCreatedWebhook"] | components["schemas"]["TranscriptionSuccessWebhook"] | components["schemas"]["TranscriptionErrorWebhook"] | components["schemas"]["LiveStartSessionWebhook"] | components["schemas"]["LiveStartRecordingWebhook"] | components["schemas"]["LiveEndRecordingWebhook"] | components["schemas"]["LiveEndSessionWebhook"] | components["schemas"]["JobCorrectedWebhook"] | components["schemas"]["JobSharedWebhook"] | components["schemas"]["JobDeletedWebhook"] | components["schemas"]["JobRestoredWebhook"]);
        /** @description The body of a callback of a job of either kind. */
        JobCallback: (components["schemas"]["TranscriptionSuccessCallback"] | components["schemas"]["TranscriptionErrorCallback"]) | (components["schemas"]["LiveStartSessionCallback"] | components["schemas"]["LiveStartRecordingCallback"] | components["schemas"]["LiveEndRecordingCallback"] | components["schemas"]["LiveEndSessionCallback"] | components["schemas"]["LiveSpeechStartCallback"] | components["schemas"]["LiveSpeechEndCallback"] | components["schemas"]["LivePreProcessingCallback"] | components["schemas"]["LiveTranscriptCallback"] | components["schemas"]["LiveAudioChunkAckCallback"] | components["schemas"]["LiveStopRecordingAckCallback"] | components["schemas"]["LivePostTranscriptCallback"] | components["schemas"]["LivePostFinalTranscriptCallback"] | components["schemas"]["LiveTranslationCallback"] | components["schemas"]["LivePostSummarizationCallback"] | components["schemas"]["LiveNamedEntityRecognitionCallback"] | components["schemas"]["LivePostChapterizationCallback"] | components["schemas"]["LiveSentimentAnalysisCallback"] | components["schemas"]["LiveErrorCallback"]);
        /** @description A pre-recorded job is done. */
        TranscriptionSuccessCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description The object sent with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @constant */
            event: "transcription.success";
            payload: components["schemas"]["TranscriptionResult"];
        };
        /** @description A pre-recorded job failed. */
        TranscriptionErrorCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description The object sent with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @constant */
            event: "transcription.error";
            /** @description Why it failed. */
            error: {
                /** @description The `error_code` of the job. */
                code: number;
                /** @description What went wrong, in one sentence. */
                message: string;
            };
        };
        /** @description The session has started. */
        LiveStartSessionCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.start_session";
            payload: components["schemas"]["StartSessionMessage"];
        };
        /** @description The session has started. */
        StartSessionMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "start_session";
        };
        /** @description The recording has started. */
        LiveStartRecordingCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.start_recording";
            payload: components["schemas"]["StartRecordingMessage"];
        };
        /** @description The recording has started. */
        StartRecordingMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "start_recording";
        };
        /** @description All audio has been recognised. */
        LiveEndRecordingCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.end_recording";
            payload: components["schemas"]["EndRecordingMessage"];
        };
        /** @description All audio has been recognised. */
        EndRecordingMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "end_recording";
            /** @description The content of the message. */
            data: {
                /** @description Duration of the recording in seconds. */
                recording_duration: number;
            };
        };
        /** @description The last message of a session. */
        LiveEndSessionCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.end_session";
            payload: components["schemas"]["EndSessionMessage"];
        };
        /** @description The last message of a session. */
        EndSessionMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "end_session";
        };
        /** @description Speech starts. */
        LiveSpeechStartCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.speech_start";
            payload: components["schemas"]["SpeechStartMessage"];
        };
        /** @description Speech starts. */
        SpeechStartMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "speech_start";
            /** @description The content of the message. */
            data: {
                /** @description When it happened, in seconds from the start of the session. */
                time: number;
                /** @description The channel, counted from 0. */
                channel: number;
            };
        };
        /** @description Speech ends. */
        LiveSpeechEndCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.speech_end";
            payload: components["schemas"]["SpeechEndMessage"];
        };
        /** @description Speech ends. */
        SpeechEndMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "speech_end";
            /** @description The content of the message. */
            data: {
                /** @description When it happened, in seconds from the start of the session. */
                time: number;
                /** @description The channel, counted from 0. */
                channel: number;
            };
        };
        /** @description How one block of audio was processed. About one message per second and channel. */
        LivePreProcessingCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.pre_processing";
            payload: components["schemas"]["PreProcessingMessage"];
        };
        /** @description How one block of audio was processed. About one message per second and channel. */
        PreProcessingMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "pre_processing";
            /** @description The content of the message. */
            data: {
                /** @description The channel, counted from 0. */
                channel: number;
                /** @description Start and end of the block, in seconds from the start of the session. */
                time_range: [
                    number,
                    number
                ];
                /** @description The probability that it contains speech, 0–1. */
                speech_probability: number;
                /** @description The gain that was applied, in decibels. */
                gain_db: number;
            };
        };
        /** @description An utterance. */
        LiveTranscriptCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.transcript";
            payload: components["schemas"]["TranscriptMessage"];
        };
        /** @description An utterance. */
        TranscriptMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "transcript";
            /** @description The content of the message. */
            data: {
                /** @description `<2-digit channel>_<8-digit index>`, shared by the partial transcripts and the final one. */
                id: string;
                /** @description Whether the transcript is final. */
                is_final: boolean;
                /** @description The utterance. Its text and its words begin with a space. */
                utterance: components["schemas"]["Utterance"];
            };
        };
        /** @description Acknowledges a chunk of audio. */
        LiveAudioChunkAckCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.audio_chunk";
            payload: components["schemas"]["AudioChunkAckMessage"];
        };
        /** @description Acknowledges a chunk of audio. */
        AudioChunkAckMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "audio_chunk";
            /** @description Whether it was accepted. */
            acknowledged: boolean;
            /** @description What went wrong; null on success. */
            error: components["schemas"]["LiveError"] | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description Start and end byte, relative to the whole session across reconnections. */
                byte_range: [
                    number,
                    number
                ];
                /** @description The same range in seconds. */
                time_range: [
                    number,
                    number
                ];
            } | null;
        };
        /** @description An error in a live session. */
        LiveError: {
            /** @description What went wrong, in one sentence. */
            message: string;
        };
        /** @description Acknowledges the end of the recording. */
        LiveStopRecordingAckCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.stop_recording";
            payload: components["schemas"]["StopRecordingAckMessage"];
        };
        /** @description Acknowledges the end of the recording. */
        StopRecordingAckMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "stop_recording";
            /** @description Whether it was accepted. */
            acknowledged: boolean;
            /** @description What went wrong; null on success. */
            error: components["schemas"]["LiveError"] | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description Duration of the recording in seconds. */
                recording_duration: number;
                /** @description Duration of the audio that has yet to be recognised, in seconds. */
                recording_left_to_process: number;
            } | null;
        };
        /** @description The whole transcript. */
        LivePostTranscriptCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.post_transcript";
            payload: components["schemas"]["PostTranscriptMessage"];
        };
        /** @description The whole transcript. */
        PostTranscriptMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "post_transcript";
            data: components["schemas"]["Transcription"];
        };
        /** @description The whole result. */
        LivePostFinalTranscriptCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.post_final_transcript";
            payload: components["schemas"]["PostFinalTranscriptMessage"];
        };
        /** @description The whole result. */
        PostFinalTranscriptMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "post_final_transcript";
            data: components["schemas"]["LiveTranscriptionResult"];
        };
        /** @description The results of a live session. A feature that was not requested is absent. */
        LiveTranscriptionResult: {
            metadata: components["schemas"]["ResultMetadata"];
            transcription?: components["schemas"]["Transcription"];
            custom_vocabulary?: components["schemas"]["FailedModule"];
            custom_spelling?: components["schemas"]["FailedModule"];
            subtitles?: components["schemas"]["FailedModule"];
            translation?: components["schemas"]["Translation"];
            summarization?: components["schemas"]["Summarization"];
            named_entity_recognition?: components["schemas"]["NamedEntityRecognition"];
            chapterization?: components["schemas"]["Chapterization"];
            sentiment_analysis?: components["schemas"]["SentimentAnalysis"];
            sentences?: components["schemas"]["Sentences"];
        };
        /** @description A translated utterance. */
        LiveTranslationCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.translation";
            payload: components["schemas"]["TranslationMessage"];
        };
        /** @description A translated utterance. */
        TranslationMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "translation";
            /** @description What went wrong; null on success. */
            error: {
                /** @description What went wrong, in one sentence. */
                message: string;
                /** @description The `id` in the transcript message of this utterance. */
                utterance_id: string;
                /** @description The language it is translated into. */
                target_language: components["schemas"]["TranslationLanguageCode"];
            } | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description The `id` in the transcript message of this utterance. */
                utterance_id: string;
                utterance: components["schemas"]["Utterance"];
                /** @description The language it was spoken in. */
                original_language: components["schemas"]["TranscriptionLanguageCode"];
                /** @description The language it is translated into. */
                target_language: components["schemas"]["TranslationLanguageCode"];
                translated_utterance: components["schemas"]["TranslatedUtterance"];
            } | null;
        };
        /** @description The summary. */
        LivePostSummarizationCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.post_summarization";
            payload: components["schemas"]["PostSummarizationMessage"];
        };
        /** @description The summary. */
        PostSummarizationMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "post_summarization";
            /** @description What went wrong; null on success. */
            error: components["schemas"]["LiveError"] | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description The summary. */
                results: string;
            } | null;
        };
        /** @description The entities in an utterance. */
        LiveNamedEntityRecognitionCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.named_entity_recognition";
            payload: components["schemas"]["NamedEntityRecognitionMessage"];
        };
        /** @description The entities in an utterance. */
        NamedEntityRecognitionMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "named_entity_recognition";
            /** @description What went wrong; null on success. */
            error: {
                /** @description What went wrong, in one sentence. */
                message: string;
                /** @description The `id` in the transcript message of this utterance. */
                utterance_id: string;
            } | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description The `id` in the transcript message of this utterance. */
                utterance_id: string;
                utterance: components["schemas"]["Utterance"];
                /** @description The entities, in order. */
                results: components["schemas"]["NamedEntity"][];
            } | null;
        };
        /** @description The chapters. */
        LivePostChapterizationCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.post_chapterization";
            payload: components["schemas"]["PostChapterizationMessage"];
        };
        /** @description The chapters. */
        PostChapterizationMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "post_chapterization";
            /** @description What went wrong; null on success. */
            error: components["schemas"]["LiveError"] | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description The chapters, in order. */
                results: components["schemas"]["Chapter"][];
            } | null;
        };
        /** @description The sentiment of an utterance. */
        LiveSentimentAnalysisCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.sentiment_analysis";
            payload: components["schemas"]["SentimentAnalysisMessage"];
        };
        /** @description The sentiment of an utterance. */
        SentimentAnalysisMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "sentiment_analysis";
            /** @description What went wrong; null on success. */
            error: {
                /** @description What went wrong, in one sentence. */
                message: string;
                /** @description The `id` in the transcript message of this utterance. */
                utterance_id: string;
            } | null;
            /** @description The content of the message; null on error. */
            data: {
                /** @description The `id` in the transcript message of this utterance. */
                utterance_id: string;
                utterance: components["schemas"]["Utterance"];
                /** @description The sentiments, in order. */
                results: components["schemas"]["Sentiment"][];
            } | null;
        };
        /** @description The sentiment and emotion of a sentence. */
        Sentiment: {
            /** @description The sentiment, such as `positive`. */
            sentiment: string;
            /** @description The emotion, such as `joy`. */
            emotion: string;
            /** @description The sentence that expresses it. */
            text: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
        };
        /** @description An error; the session continues. */
        LiveErrorCallback: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @constant */
            event: "live.error";
            payload: components["schemas"]["ErrorMessage"];
        };
        /** @description An error; the session continues. */
        ErrorMessage: {
            /**
             * Format: uuid
             * @description Id of the session and of its job.
             */
            session_id: string;
            /** @description When the message was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @constant */
            type: "error";
            error: components["schemas"]["LiveError"];
        };
        /** @description A pre-recorded job was created. */
        TranscriptionCreatedWebhook: {
            /** @constant */
            event: "transcription.created";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description A pre-recorded job is done. */
        TranscriptionSuccessWebhook: {
            /** @constant */
            event: "transcription.success";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description A pre-recorded job failed. */
        TranscriptionErrorWebhook: {
            /** @constant */
            event: "transcription.error";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description A live session has started. */
        LiveStartSessionWebhook: {
            /** @constant */
            event: "live.start_session";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description The recording of a live session has started. */
        LiveStartRecordingWebhook: {
            /** @constant */
            event: "live.start_recording";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description The recording of a live session has ended. */
        LiveEndRecordingWebhook: {
            /** @constant */
            event: "live.end_recording";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description A live session has ended. */
        LiveEndSessionWebhook: {
            /** @constant */
            event: "live.end_session";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description The transcript of a job has a new revision. */
        JobCorrectedWebhook: {
            /** @constant */
            event: "job.corrected";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
                /** @description The revision. */
                revision: number;
            };
        };
        /** @description A link to the transcript of a job was created. */
        JobSharedWebhook: {
            /** @constant */
            event: "job.shared";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Id of the link.
                 */
                share_id: string;
            };
        };
        /** @description A job was moved to the trash, or permanently deleted, possibly from the trash. */
        JobDeletedWebhook: {
            /** @constant */
            event: "job.deleted";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
                /** @description Whether it is in the trash, from which it can be restored. */
                in_trash: boolean;
            };
        };
        /** @description A job was restored from the trash. */
        JobRestoredWebhook: {
            /** @constant */
            event: "job.restored";
            /** @description Name of the account. */
            account: string;
            /** @description The job, and what changed. */
            payload: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
            };
        };
        /** @description The usage of an account by day, including deleted jobs. */
        Usage: {
            /** @description Every day of the range, oldest first. */
            items: components["schemas"]["DayUsage"][];
        };
        /** @description The usage on one day. */
        DayUsage: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            date: string;
            /** @description Number of jobs created, of both kinds. */
            jobs: number;
            /** @description Number of jobs that ended in error, including cancelled ones. */
            failed: number;
            /** @description Total duration of the audio of jobs that were done, in seconds. */
            audio_seconds: number;
        };
        /** @description The scopes of the caller. */
        GrantedScopes: {
            /** @description The scopes; `admin` is listed with all others. */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description The limits of an account, each with its current usage. */
        LimitUsage: {
            /** @description Requests per minute to each process of the service. */
            requests_per_minute: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description The current usage. */
                used: number;
            };
            /** @description Files that are queued or in progress. */
            open_jobs: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description The current usage. */
                used: number;
            };
            /** @description Files that are transcribed at the same time, by all processes together. */
            max_running: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description The current usage. */
                used: number;
            };
            /** @description Live sessions that have not ended. */
            live_sessions: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description The current usage. */
                used: number;
            };
            /** @description Minutes of audio that are accepted per UTC day. */
            minutes_per_day: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description The current usage. */
                used: number;
            };
            /** @description Stored audio, results, voices and revisions of transcripts, in gigabytes (10⁹ bytes). */
            storage_gb: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description The current usage. */
                used: number;
            };
            /** @description Whether an operator has paused the account: its files wait, and no live session can begin. */
            paused: boolean;
        };
        /**
         * @description How long the jobs of an account are kept, unless a job sets its own retention.
         * @example {
         *       "audio_days": 7,
         *       "transcript_days": 90
         *     }
         */
        Retention: {
            /** @description Days after the end of a job until its audio and everything derived from it is deleted; null for never. */
            audio_days: number | null;
            /** @description Days after the end of a job until the whole job is deleted; null for never. */
            transcript_days: number | null;
        };
        /**
         * @description How long the jobs of an account are kept, unless a job sets its own retention.
         * @example {
         *       "audio_days": 7,
         *       "transcript_days": 90
         *     }
         */
        RetentionInput: {
            /** @description Days after the end of a job until its audio and everything derived from it is deleted; null for never. */
            audio_days: number | null;
            /** @description Days after the end of a job until the whole job is deleted; null for never. */
            transcript_days: number | null;
        };
        /** @description How many words were wrong in the corrected transcripts. */
        Quality: {
            /** @description The models and languages, those with the most words first. */
            items: components["schemas"]["ModelQuality"][];
        };
        /** @description How many words a model got wrong in a language. */
        ModelQuality: {
            /** @description The model that recognised the transcripts. */
            model: string;
            /** @description The language in which it recognised them. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /** @description Number of corrected transcripts that were counted. */
            transcripts: number;
            /** @description Words of the transcripts up to their last correction; characters in scripts without spaces. */
            words: number;
            /** @description Words that were wrong, missing or superfluous. */
            wrong: number;
            /** @description The word error rate: `wrong` / `words`; null for fewer than 1000 words. */
            rate: number | null;
            /** @description The 95 % confidence interval of the rate, assuming that errors are independent of each other. */
            interval: {
                /** @description Its lower end. */
                low: number;
                /** @description Its upper end. */
                high: number;
            } | null;
        };
        /** @description Suggested words for `/v2/settings/vocabulary`, which can have at most 200. */
        VocabularyProposals: {
            /** @description The words, those of the most jobs first. */
            items: components["schemas"]["VocabularyProposal"][];
        };
        /** @description A word that people correct repeatedly. */
        VocabularyProposal: {
            /** @description The correction: a word, or a phrase of up to three. */
            word: string;
            /** @description Number of jobs in which it was typed. */
            jobs: number;
            /** @description What was recognised in its place, most frequent first. `GET /v2/jobs?q=` finds other occurrences. */
            heard: {
                /** @description The recognised text, in lower case. */
                text: string;
                /** @description Number of jobs in which it was replaced by the word. */
                jobs: number;
            }[];
            /** @description Ids of the newest of these jobs. */
            examples: string[];
        };
        /**
         * @description Named sets of options to choose from when creating jobs.
         * @example {
         *       "items": [
         *         {
         *           "id": "podcast",
         *           "name": "Podcast",
         *           "options": {
         *             "diarization": true,
         *             "chapterization": true
         *           }
         *         }
         *       ],
         *       "default": "podcast"
         *     }
         */
        Presets: {
            /** @description The presets, in display order. */
            items: components["schemas"]["Preset"][];
            /** @description The id of the preset that is selected by default; null for none. */
            default: string | null;
        };
        /** @description A named set of options for jobs. */
        Preset: {
            /** @description Its id, which the client chooses. */
            id: string;
            /** @description Its name. */
            name: string;
            options: components["schemas"]["PreRecordedOptions"];
        };
        /**
         * @description Any fields of a `PreRecordedRequest` except `audio_url`.
         * @example {
         *       "diarization": true
         *     }
         */
        PreRecordedOptions: {
            /** @description What the audio is about. Improves recognition. */
            context_prompt?: string;
            /**
             * @deprecated
             * @description Old spelling: the language is detected whenever `language_config.languages` is empty.
             */
            detect_language?: boolean;
            /**
             * @deprecated
             * @description Old spelling: `language_config.code_switching`.
             */
            enable_code_switching?: boolean;
            /**
             * @deprecated
             * @description Old spelling: `language_config.languages`.
             */
            code_switching_config?: components["schemas"]["CodeSwitchingConfig"];
            /**
             * @deprecated
             * @description Old spelling: `language_config.languages` with one language.
             */
            language?: components["schemas"]["RequestedLanguageCode"];
            /**
             * Format: uri
             * @deprecated
             * @description Old spelling: `callback_config.url`.
             */
            callback_url?: string;
            /**
             * @description Send a callback to `callback_config.url` when the job ends.
             * @default false
             */
            callback?: boolean;
            callback_config?: components["schemas"]["CallbackConfig"];
            retention?: components["schemas"]["JobRetention"];
            /** @description Recognise the given words. By default, the words in `/v2/settings/vocabulary`, if there are any; `false` turns them off. A list of words is an old spelling of `custom_vocabulary_config`. */
            custom_vocabulary?: boolean | (components["schemas"]["CustomVocabularyEntry"] | string)[];
            custom_vocabulary_config?: components["schemas"]["CustomVocabularyConfig"];
            /** @description Spell the given words as specified. */
            custom_spelling?: boolean;
            custom_spelling_config?: components["schemas"]["CustomSpellingConfig"];
            /** @description Generate subtitle files. */
            subtitles?: boolean;
            subtitles_config?: components["schemas"]["SubtitlesConfig"];
            /** @description Identify speakers. */
            diarization?: boolean;
            diarization_config?: components["schemas"]["DiarizationConfig"];
            /** @description Translate the transcript. */
            translation?: boolean;
            translation_config?: components["schemas"]["TranslationConfig"];
            /** @description Summarise the transcript. */
            summarization?: boolean;
            summarization_config?: components["schemas"]["SummarizationConfig"];
            /** @description Mask profanity. */
            moderation?: boolean;
            /** @description Detect people, places and other entities. */
            named_entity_recognition?: boolean;
            /** @description Split the transcript into chapters. */
            chapterization?: boolean;
            /** @description Spell each name the same way throughout. */
            name_consistency?: boolean;
            /** @description Extract the given classes of data. */
            structured_data_extraction?: boolean;
            structured_data_extraction_config?: components["schemas"]["StructuredDataExtractionConfig"];
            /** @description Detect the sentiment of each sentence. */
            sentiment_analysis?: boolean;
            /** @description Ask a language model about the transcript. */
            audio_to_llm?: boolean;
            audio_to_llm_config?: components["schemas"]["AudioToLlmConfig"];
            /** @description Redact personal information. */
            pii_redaction?: boolean;
            pii_redaction_config?: components["schemas"]["PiiRedactionConfig"];
            /** @description Split the transcript into sentences. */
            sentences?: boolean;
            /** @description Split the transcript into lines for display. */
            display_mode?: boolean;
            /** @description Improve the punctuation. */
            punctuation_enhanced?: boolean;
            /** @description The languages of the audio. */
            language_config?: {
                /**
                 * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
                 * @default []
                 */
                languages?: components["schemas"]["RequestedLanguageCode"][];
                /**
                 * @description Whether the language may change, and is detected for each utterance.
                 * @default false
                 */
                code_switching?: boolean;
            };
            /** @description Any JSON object; stored with the job and searchable. */
            custom_metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Words and names to recognise in all new jobs and live sessions of the account.
         * @example {
         *       "words": [
         *         "Scriptorium",
         *         {
         *           "value": "Nguyen",
         *           "pronunciations": [
         *             "win"
         *           ]
         *         }
         *       ]
         *     }
         */
        AccountVocabulary: {
            /** @description The words, at most 200 including their pronunciations. */
            words: (components["schemas"]["CustomVocabularyEntry"] | string)[];
        };
        /**
         * @description Words and names to recognise in all new jobs and live sessions of the account.
         * @example {
         *       "words": [
         *         "Scriptorium",
         *         {
         *           "value": "Nguyen",
         *           "pronunciations": [
         *             "win"
         *           ]
         *         }
         *       ]
         *     }
         */
        AccountVocabularyInput: {
            /** @description The words, at most 200 including their pronunciations. */
            words: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
        };
        /**
         * @description Named lists of jobs.
         * @example {
         *       "items": [
         *         {
         *           "id": "failed",
         *           "name": "Failed",
         *           "query": "status=error"
         *         }
         *       ]
         *     }
         */
        Views: {
            /** @description The views, in display order. */
            items: components["schemas"]["View"][];
        };
        /** @description A named list of jobs. */
        View: {
            /** @description Its id, which the client chooses. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description A query string for `GET /v2/jobs`, without the question mark: `status=error&tag=urgent`. */
            query: string;
        };
        /**
         * @description Named lists of jobs.
         * @example {
         *       "items": [
         *         {
         *           "id": "failed",
         *           "name": "Failed",
         *           "query": "status=error"
         *         }
         *       ]
         *     }
         */
        ViewsInput: {
            /** @description The views, in display order. */
            items: components["schemas"]["ViewInput"][];
        };
        /** @description A named list of jobs. */
        ViewInput: {
            /** @description Its id, which the client chooses. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description A query string for `GET /v2/jobs`, without the question mark: `status=error&tag=urgent`. */
            query: string;
        };
        /**
         * @description URLs to which events of an account are sent.
         * @example {
         *       "items": [
         *         {
         *           "id": "archive",
         *           "url": "https://example.com/webhooks",
         *           "events": [
         *             "transcription.success",
         *             "job.corrected",
         *             "job.deleted"
         *           ]
         *         }
         *       ]
         *     }
         */
        Webhooks: {
            /** @description The webhooks. */
            items: components["schemas"]["Webhook"][];
        };
        /** @description A URL to which events of an account are sent. */
        Webhook: {
            /** @description Its id, which the client chooses. */
            id: string;
            /**
             * Format: uri
             * @description Where to send the events, by `POST`. Everyone with the scope `read` can see it.
             */
            url: string;
            /** @description The events to send. */
            events: ("transcription.created" | "transcription.success" | "transcription.error" | "live.start_session" | "live.start_recording" | "live.end_recording" | "live.end_session" | "job.corrected" | "job.shared" | "job.deleted" | "job.restored")[];
        };
        /**
         * @description URLs to which events of an account are sent.
         * @example {
         *       "items": [
         *         {
         *           "id": "archive",
         *           "url": "https://example.com/webhooks",
         *           "events": [
         *             "transcription.success",
         *             "job.corrected",
         *             "job.deleted"
         *           ]
         *         }
         *       ]
         *     }
         */
        WebhooksInput: {
            /** @description The webhooks. */
            items: components["schemas"]["WebhookInput"][];
        };
        /** @description A URL to which events of an account are sent. */
        WebhookInput: {
            /** @description Its id, which the client chooses. */
            id: string;
            /**
             * Format: uri
             * @description Where to send the events, by `POST`. Everyone with the scope `read` can see it.
             */
            url: string;
            /** @description The events to send. */
            events: ("transcription.created" | "transcription.success" | "transcription.error" | "live.start_session" | "live.start_recording" | "live.end_recording" | "live.end_session" | "job.corrected" | "job.shared" | "job.deleted" | "job.restored")[];
        };
        /** @description A page of the audit log. */
        AuditPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The entries, newest first. */
            items: components["schemas"]["AuditEntry"][];
        };
        /** @description A change or a sign-in. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description Id of the entry.
             */
            id: string;
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description The name of the account; null if it concerns no account or several, which only operators can see. */
            account: string | null;
            /** @description The `operationId` of the operation. What the service does without a request has a name of its own, such as `expireJobs`. */
            operation: string;
            /** @description Who did it; null if the service did it by itself, and for a refused sign-in. */
            by: components["schemas"]["Who"] | null;
            /** @description Id of the key that was used; null if there was none. */
            key: string | null;
            /** @description What was changed, for example: its `id`, as in the path of the request; the id of what was also `created`; several `ids`; a number of `jobs`; the `name` of a key, a person or an account at that time; the `way` of a refused sign-in. */
            details: {
                [key: string]: string | number | string[];
            };
            /** @description The address of the client; null without a request. */
            address: string | null;
            /** @description The id of the request in the log; null without a request. */
            request_id: string | null;
        };
        /** @description A newly created key. */
        CreatedKey: {
            /**
             * Format: uuid
             * @description Id of the key, for revoking it.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description The user who owns the key, whose role includes its scopes; null for a key of the account. */
            user_id: string | null;
            /** @description Whether the key has the scope `admin`. */
            admin: boolean;
            /** @description What the key may do; `admin` is listed with all others. */
            scopes: components["schemas"]["Scope"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was last used, to the minute; null if never. */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /** @description The key itself. It is not stored and cannot be shown again. */
            key: string;
            /** @description One line for each unknown field or parameter, all of which were ignored. Absent if there are none. */
            warnings?: string[];
        };
        /** @description The keys of an account. */
        KeyList: {
            /** @description All keys that were not revoked, including expired ones; oldest first. */
            items: components["schemas"]["Key"][];
        };
        /** @description A key, without the key itself. */
        Key: {
            /**
             * Format: uuid
             * @description Id of the key, for revoking it.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description The user who owns the key, whose role includes its scopes; null for a key of the account. */
            user_id: string | null;
            /** @description Whether the key has the scope `admin`. */
            admin: boolean;
            /** @description What the key may do; `admin` is listed with all others. */
            scopes: components["schemas"]["Scope"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was last used, to the minute; null if never. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description The secret that signs the callbacks of an account. */
        CallbackSecret: {
            /** @description The secret, in the format that Standard Webhooks libraries expect. */
            secret: string;
            /** @description The previous secret, which also signs callbacks for 24 hours after it was replaced; then null. */
            previous_secret: string | null;
        };
        /** @description The members of an account. */
        MemberList: {
            /** @description The members, by name. */
            items: components["schemas"]["Member"][];
        };
        /** @description A user who is a member of the account. */
        Member: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            id: string;
            /** @description Name of the user. */
            name: string;
            /** @description Email address from the invitation or the identity provider; null if unknown. */
            email: string | null;
            role: components["schemas"]["Role"];
            /** @description The role granted by a group at the identity provider, which is the minimum; null if there is none. A member with such a role who is removed becomes a member again at the next sign-in. */
            group_role: components["schemas"]["Role"] | null;
            /** @description When the user became a member. */
            joined_at: components["schemas"]["Timestamp"];
            /** @description When the user was last active, accurate to about ten minutes; null if never. */
            last_seen_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description The new role of a member.
         * @example {
         *       "role": "editor"
         *     }
         */
        MemberPatch: {
            role: components["schemas"]["Role"];
        };
        /** @description Where a user is signed in. */
        DeviceList: {
            /** @description The devices, most recently used first. */
            items: components["schemas"]["Device"][];
        };
        /** @description A console session of a user on a device. */
        Device: {
            /**
             * Format: uuid
             * @description Id of the console session, for ending it.
             */
            id: string;
            /** @description Browser and operating system, as reported by the browser. */
            browser: string;
            /** @description When the session began. */
            signed_in_at: components["schemas"]["Timestamp"];
            /** @description When it was last used, accurate to ten minutes. */
            last_used_at: components["schemas"]["Timestamp"];
            /** @description Whether it is the session of this request. */
            is_current: boolean;
        };
        /** @description A newly created invitation. */
        CreatedInvitation: {
            /**
             * Format: uuid
             * @description Id of the invitation, for withdrawing it.
             */
            id: string;
            role: components["schemas"]["Role"];
            /** @description Email address from the invitation or the identity provider; null if unknown. */
            email: string | null;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link expires. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: uri
             * @description The link, which can be used once. It is not stored and cannot be shown again.
             */
            url: string;
        };
        /** @description The pending invitations to an account. */
        InvitationList: {
            /** @description The invitations, oldest first. */
            items: components["schemas"]["Invitation"][];
        };
        /** @description A pending invitation, without its link. */
        Invitation: {
            /**
             * Format: uuid
             * @description Id of the invitation, for withdrawing it.
             */
            id: string;
            role: components["schemas"]["Role"];
            /** @description Email address from the invitation or the identity provider; null if unknown. */
            email: string | null;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link expires. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The user who is signed in. */
        Me: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            id: string;
            /** @description Name of the user. */
            name: string;
            /** @description Email address; null if unknown. */
            email: string | null;
            /** @description The accounts that the user is a member of, by name. */
            accounts: components["schemas"]["Membership"][];
            /** @description The passkeys of the user, oldest first. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description The identity providers that know the user. */
            signs_in_with: string[];
        };
        /** @description An account that the user is a member of. */
        Membership: {
            /** @description Name of the account. */
            name: string;
            role: components["schemas"]["Role"];
        };
        /** @description A passkey of a user. */
        Passkey: {
            /** @description Id of the passkey, for removing it. */
            id: string;
            /** @description Its name: by default, that of the browser that added it. */
            name: string;
            /** @description When it was added. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was last used to sign in; null if never. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description Changes to the user.
         * @example {
         *       "name": "Anna Example"
         *     }
         */
        MePatch: {
            /** @description The name that others see. */
            name: string;
        };
        /**
         * @description The account to work in.
         * @example {
         *       "account": "default"
         *     }
         */
        AccountChoice: {
            /** @description Name of the account. */
            account: string;
        };
        /**
         * @description The name of a passkey.
         * @example {
         *       "name": "Laptop"
         *     }
         */
        PasskeyPatch: {
            /** @description Its name. */
            name: string;
        };
        /** @description Options for creating a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
        NewPasskeyOptions: {
            /** @description The challenge to sign. Valid once, for ten minutes. */
            challenge: string;
            /** @description How long the browser waits for the user, in milliseconds. */
            timeout: number;
            /** @description The service. */
            rp: {
                /** @description Host name that the passkey is for. */
                id: string;
                /** @description Display name of the service. */
                name: string;
            } & {
                [key: string]: unknown;
            };
            /** @description The user, as shown by the device. */
            user: {
                /** @description Id of the user, as base64url. */
                id: string;
                /** @description The name under which the device lists the passkey. */
                name: string;
                /** @description Display name of the user. */
                displayName: string;
            } & {
                [key: string]: unknown;
            };
            /** @description The key types that the service accepts. */
            pubKeyCredParams: ({
                /** @constant */
                type: "public-key";
                /** @description Number of the algorithm in the COSE registry. */
                alg: number;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The existing passkeys of the user. */
            excludeCredentials: components["schemas"]["PasskeyDescriptor"][];
            /** @description The device must store the passkey with the user, and verify the user. */
            authenticatorSelection: {
                /** @constant */
                residentKey: "required";
                /**
                 * @description The device must verify the user, by PIN, fingerprint or face.
                 * @constant
                 */
                userVerification: "required";
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A passkey: `PublicKeyCredentialDescriptorJSON`. */
        PasskeyDescriptor: {
            /** @description Id of the passkey. */
            id: string;
            /** @constant */
            type: "public-key";
        } & {
            [key: string]: unknown;
        };
        /** @description The accounts of the service. */
        AccountList: {
            /** @description All accounts, by name. */
            items: components["schemas"]["Account"][];
        };
        /** @description An account, as operators see it. */
        Account: {
            /** @description Its name, which never changes. */
            name: string;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description `paused`: new files are accepted but wait; running ones finish; no live session can begin. `being deleted`: it can no longer be used.
             * @enum {string}
             */
            state: "active" | "paused" | "being deleted";
            /** @description Number of its members. */
            members: number;
            /** @description Number of its jobs, of both kinds. */
            jobs: number;
            /** @description Files that are being fetched or transcribed now. A paused account is idle once there are neither any of these nor open live sessions. */
            running: number;
            /** @description Files of the accounts with the highest priority are processed first; others only when those have none that may run. 0 unless set. */
            priority: number;
            /** @description Its limits, each with its current usage. */
            limits: {
                /** @description Requests per minute to each process of the service. */
                requests_per_minute: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description The current usage. */
                    used: number;
                    /** @description Whether the limit was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Files that are queued or in progress. */
                open_jobs: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description The current usage. */
                    used: number;
                    /** @description Whether the limit was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Files that are transcribed at the same time, by all processes together. */
                max_running: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description The current usage. */
                    used: number;
                    /** @description Whether the limit was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Live sessions that have not ended. */
                live_sessions: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description The current usage. */
                    used: number;
                    /** @description Whether the limit was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Minutes of audio that are accepted per UTC day. */
                minutes_per_day: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description The current usage. */
                    used: number;
                    /** @description Whether the limit was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Stored audio, results, voices and revisions of transcripts, in gigabytes (10⁹ bytes). */
                storage_gb: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description The current usage. */
                    used: number;
                    /** @description Whether the limit was set for this account; otherwise it is the default. */
                    own: boolean;
                };
            };
        };
        /**
         * @description An account to create.
         * @example {
         *       "name": "team-a"
         *     }
         */
        AccountRequest: {
            /** @description A name that no other account has. */
            name: string;
        };
        /**
         * @description Changes to an account. Absent fields stay as they are.
         * @example {
         *       "limits": {
         *         "max_running": 2,
         *         "storage_gb": 0.5,
         *         "open_jobs": "default"
         *       },
         *       "priority": 1
         *     }
         */
        AccountPatch: {
            /** @description The limits to change: a number, null for no limit, or `default` for the configured default. */
            limits?: {
                /** @description Requests per minute to each process of the service. */
                requests_per_minute?: number | "default" | null;
                /** @description Files that are queued or in progress. */
                open_jobs?: number | "default" | null;
                /** @description Files that are transcribed at the same time, by all processes together. */
                max_running?: number | "default" | null;
                /** @description Live sessions that have not ended. */
                live_sessions?: number | "default" | null;
                /** @description Minutes of audio that are accepted per UTC day. */
                minutes_per_day?: number | "default" | null;
                /** @description Stored audio, results, voices and revisions of transcripts, in gigabytes (10⁹ bytes). */
                storage_gb?: number | "default" | null;
            };
            /** @description Its new priority. */
            priority?: number;
            /** @description Whether it is paused. */
            paused?: boolean;
        };
        /** @description The state of the service. */
        System: {
            /** @description Version of the process that answers. */
            version: string;
            /**
             * @description The kind of database.
             * @enum {string}
             */
            database: "sqlite" | "postgresql";
            /** @description The audio storage. */
            storage: {
                /**
                 * @description Where the audio is stored.
                 * @enum {string}
                 */
                kind: "disk" | "s3";
                /** @description Free space on its disk; null for S3. */
                free_bytes: number | null;
            };
            /** @description The processes that share the database, ordered by start time. */
            nodes: components["schemas"]["Node"][];
            /** @description The speech server; null if none is configured. */
            speech_server: {
                /** @description Name of the model on the server. */
                model: string;
                /** @description The languages in which it recognises files. */
                languages: components["schemas"]["TranscriptionLanguageCode"][];
            } | null;
            /** @description The language model; null if none is configured. */
            language_model: {
                /** @description Name of the model on the server. */
                model: string;
            } | null;
            /** @description The jobs of all accounts that have not ended, excluding live sessions. */
            queue: {
                /** @description Files that are queued. */
                waiting: number;
                /** @description Files that are being processed. */
                running: number;
            };
        };
        /** @description A running process of the service. */
        Node: {
            /** @description Id of the process, a new one after each start. */
            id: string;
            /** @description Host name of its machine or container. */
            host: string;
            /** @description Process id on that host. */
            pid: number;
            /** @description What it does: `serve`, `work`, `callbacks`. */
            roles: string[];
            /** @description Version of the service that it runs. */
            version: string;
            /** @description When it started. */
            since: components["schemas"]["Timestamp"];
            /**
             * @description `paused`: takes no files and no new live sessions. `draining`: also sends no callbacks and is not ready. `late`: has sent no heartbeat for half of `NODE_LEASE_SECONDS`; after all of it, the others take over its work.
             * @enum {string}
             */
            state: "running" | "paused" | "draining" | "late";
            /** @description Its last heartbeat. */
            last_beat: components["schemas"]["Timestamp"];
            /** @description Files that it is fetching or transcribing. */
            files: number;
            /** @description Live sessions that it has open. */
            live_sessions: number;
            /** @description Callbacks that it is sending. */
            callbacks: number;
            /** @description Uploads that it is receiving. */
            uploads: number;
            /** @description What it reported; null until its second heartbeat, a few seconds after its start. */
            health: components["schemas"]["NodeHealth"] | null;
        };
        /** @description What a process reported with its last heartbeat. */
        NodeHealth: {
            /** @description Share of the processors of its machine that it and its child processes have used since the previous heartbeat. */
            processor_share: number;
            /** @description Resident memory of the process and its child processes. */
            memory_bytes: number;
            /** @description Its memory limit, or the memory of its machine. */
            memory_total_bytes: number;
            /** @description Free space on the disk of `SCRATCH_DIR`; null if unknown. */
            scratch_free_bytes: number | null;
            /** @description Free space on the disk with the audio; null for S3 or if unknown. */
            audio_free_bytes: number | null;
            /** @description Files that it transcribes at the same time: `CONCURRENCY`. */
            max_files: number;
            /** @description `LIVE_CAPACITY`; null for no limit. */
            max_live_sessions: number | null;
            /** @description The failing checks of its `/ready`. */
            failing: string[];
        };
        /**
         * @description The new state of a process.
         * @example {
         *       "state": "running"
         *     }
         */
        NodeChange: {
            /**
             * @description The new state. It takes effect at once and lasts until the process ends.
             * @enum {string}
             */
            state: "running" | "paused" | "draining";
        };
        /** @description The models of one process of the service. */
        Models: {
            /** @description Id of the process that answered: each has its own models on disk. */
            node: string;
            /** @description The machine for which models are recommended. */
            machine: {
                /** @description Number of processor cores. */
                cores: number;
                /** @description Memory. */
                memory_bytes: number;
                /** @description Files that are transcribed at the same time: `CONCURRENCY`. */
                files_at_a_time: number;
                /** @description Whether there is a GPU that models can use. */
                gpu: boolean;
            };
            /** @description The models: bundled ones, then the catalogue, then others. */
            items: components["schemas"]["Model"][];
            /** @description What is used for each purpose, by group of languages. */
            in_use: {
                purpose: components["schemas"]["ModelPurpose"];
                /** @description The languages of the group. */
                languages: components["schemas"]["TranscriptionLanguageCode"][];
                /** @description The candidates, of which the first is used. A `built-in` method is not a model. */
                used: {
                    /** @description Name of the model or method. */
                    name: string;
                    /**
                     * @description Where it comes from.
                     * @enum {string}
                     */
                    kind: "speech-server" | "pulled" | "bundled" | "built-in";
                }[];
            }[];
            /** @description How many words were wrong in the corrected transcripts of all accounts. */
            corrected: components["schemas"]["ModelQuality"][];
            /** @description For each language, the best model of the catalogue that may be used commercially and fits the machine. */
            recommended: {
                purpose: components["schemas"]["ModelPurpose"];
                /** @description The languages for which it is recommended. */
                languages: components["schemas"]["TranscriptionLanguageCode"][];
                /** @description The recommended model, which may already be installed; null to keep what is in use. */
                model: string | null;
                /** @description What is currently in use. */
                instead_of: string;
                /** @description A model that adds the punctuation it lacks; null if none is needed or known. */
                punctuation: string | null;
                /** @description Better models that were left out. */
                left_out: {
                    /** @description Its name. */
                    model: string;
                    /**
                     * @description Why it was left out.
                     * @enum {string}
                     */
                    reason: "licence" | "memory" | "cores";
                    /** @description The same, as text. */
                    because: string;
                }[];
            }[];
            /** @description The last pull of this process, which may still be running; null if there was none. */
            pull: components["schemas"]["ModelPull"] | null;
        };
        /** @description A model that is installed or can be pulled by its name. */
        Model: {
            /** @description Name of the model. */
            name: string;
            purpose: components["schemas"]["ModelPurpose"];
            /** @description The engine that loads it. */
            engine: string;
            /** @description What it is good for; null if it is not in the catalogue. */
            about: string | null;
            /** @description The languages of the speech or text that it processes. */
            languages: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description The languages that it translates into; null unless its purpose is translation. */
            targets: components["schemas"]["TranslationLanguageCode"][] | null;
            /** @description Its licence; null for a bundled model. */
            licence: string | null;
            /** @description Why its licence must be accepted; null for catalogue models that may be used commercially. */
            restriction: components["schemas"]["LicenceRestriction"] | null;
            /** @description Size of the download; null for a bundled model. */
            size_bytes: number | null;
            /** @description Published word error rate on English read aloud (LibriSpeech test-clean), in percent; mostly measured with weights of higher precision. */
            words_wrong: number | null;
            /** @description Figures published by others. None was measured on this machine. */
            published: {
                /** @description The figure, as text. */
                figure: string;
                /** @description The URL where it was published. */
                source: string;
            }[];
            /**
             * @description `bundled`: comes with the service. `pulled`: is installed. `damaged`: pull it again to repair it. `unusable`: no engine of this version can load it. `incomplete`: an interrupted pull left a part of it. `available`: can be pulled.
             * @enum {string}
             */
            state: "bundled" | "pulled" | "damaged" | "unusable" | "pulling" | "incomplete" | "available";
            /** @description The fraction that has been downloaded; null unless the state is `pulling` or `incomplete`. */
            share: number | null;
            /** @description The languages for which it is currently used, in preference to all others. */
            used_for: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description Measured by its trial on this machine, when it was pulled. */
            measured: {
                /** @description Peak memory during its trial. */
                peak_bytes: number;
                /** @description Seconds of silence processed per second; null unless it recognises speech. */
                speed: number | null;
            } | null;
        };
        /**
         * @description What a model is for; `recognition` means that of files.
         * @enum {string}
         */
        ModelPurpose: "recognition" | "live-recognition" | "speakers" | "punctuation" | "entities" | "personal-data" | "sentiment" | "emotion" | "translation";
        /** @description Why a licence must be accepted before the model is pulled. */
        LicenceRestriction: {
            /** @description What the licence restricts, such as `forbids commercial use`. */
            says: string;
            /** @description The URL of the licence. */
            url: string;
        };
        /** @description The pull of a model, which runs in the background. */
        ModelPull: {
            /** @description The model as requested. */
            model: string;
            /** @description The name under which it is installed. */
            name: string;
            /**
             * @description `preparing`: asking the hub. `trying`: running the model once on this machine before installing it.
             * @enum {string}
             */
            state: "preparing" | "downloading" | "trying" | "installed" | "failed";
            /** @description The fraction that has been downloaded. */
            share: number;
            /** @description Why it failed, and what to do; null unless it has failed. */
            error: string | null;
            /** @description The licence that must be accepted, if the pull failed for that reason. */
            needs_acceptance: {
                /** @description The licence; null if the model card names none. */
                licence: string | null;
                restriction: components["schemas"]["LicenceRestriction"];
            } | null;
        };
        /**
         * @description The audio of a trial; without an id, a 14-second sample in English.
         * @example {
         *       "language": "en"
         *     }
         */
        TrialRequest: {
            /**
             * Format: uuid
             * @description Id of an uploaded file.
             */
            file_id?: string;
            /**
             * Format: uuid
             * @description Id of a job whose audio to use.
             */
            job_id?: string;
            /** @description The language of the audio; detected by default. */
            language?: components["schemas"]["RequestedLanguageCodeInput"];
        };
        /** @description A comparison of a model with the current one on the same audio. */
        ModelTrial: {
            /** @description The language in which both recognised the audio. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /** @description Duration of the audio in seconds. */
            audio_duration: number;
            /** @description The model on trial. */
            model: components["schemas"]["TrialRun"];
            /** @description The model that is currently used. */
            current: components["schemas"]["TrialRun"];
            /** @description Number of words that the two recognised differently. */
            words_otherwise: number;
            /** @description Number of words that only one of the two recognised. */
            words_only: {
                /** @description Recognised only by the model on trial. */
                model: number;
                /** @description Recognised only by the current model. */
                current: number;
            };
            /** @description The places where they differ. Only listening can tell which is right. */
            differences: {
                /** @description Start time, in seconds. */
                start: number;
                /** @description The common word before it. */
                before: string;
                /** @description What the model on trial recognised. */
                model: string;
                /** @description What the current model recognised. */
                current: string;
                /** @description The common word after it. */
                after: string;
            }[];
        };
        /** @description What one of the two models recognised. */
        TrialRun: {
            /** @description Name of the model. */
            name: string;
            /** @description The text that it recognised. */
            text: string;
            /** @description Number of words; of characters in scripts without spaces. */
            words: number;
            /** @description Seconds of audio processed per second, including the time to load the model. */
            speed: number;
            /** @description Peak memory of its process; null if the operating system does not report it. */
            peak_bytes: number | null;
        };
        /** @description A text frame from the client. */
        LiveClientFrame: components["schemas"]["AudioChunkAction"] | components["schemas"]["StopRecordingAction"];
        /** @description Audio. Can also be sent as a binary frame. */
        AudioChunkAction: {
            /** @constant */
            type: "audio_chunk";
            /** @description The content of the message. */
            data: {
                /** @description Audio as base64. An empty chunk only keeps the session alive. */
                chunk: string;
            };
        };
        /** @description Ends the recording. May be sent twice. */
        StopRecordingAction: {
            /** @constant */
            type: "stop_recording";
        };
        /** @description A frame from the server. Either `error` or `data` is null. */
        LiveServerFrame: components["schemas"]["StartSessionMessage"] | components["schemas"]["StartRecordingMessage"] | components["schemas"]["EndRecordingMessage"] | components["schemas"]["EndSessionMessage"] | components["schemas"]["SpeechStartMessage"] | components["schemas"]["SpeechEndMessage"] | components["schemas"]["PreProcessingMessage"] | components["schemas"]["TranscriptMessage"] | components["schemas"]["AudioChunkAckMessage"] | components["schemas"]["StopRecordingAckMessage"] | components["schemas"]["PostTranscriptMessage"] | components["schemas"]["PostFinalTranscriptMessage"] | components["schemas"]["TranslationMessage"] | components["schemas"]["PostSummarizationMessage"] | components["schemas"]["NamedEntityRecognitionMessage"] | components["schemas"]["PostChapterizationMessage"] | components["schemas"]["SentimentAnalysisMessage"] | components["schemas"]["ErrorMessage"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service accepts requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours, the same request with the same key to this operation creates nothing and returns the response of the first request that succeeded; a different request with the key is refused with 422. Responses to failed requests are not stored. Use a new random value, such as a UUID, for each creation. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The audio file.
                     */
                    audio: string;
                };
            };
        };
        responses: {
            /** @description The uploaded file. */
            200: {
                headers: {
                    /** @description `true` if this is the stored response to an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    uploadFromUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours, the same request with the same key to this operation creates nothing and returns the response of the first request that succeeded; a different request with the key is refused with 422. Responses to failed requests are not stored. Use a new random value, such as a UUID, for each creation. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description The uploaded file. */
            200: {
                headers: {
                    /** @description `true` if this is the stored response to an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    downloadUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single byte range, such as `bytes=0-999` (RFC 9110, section 14). */
                range?: string;
            };
            path: {
                /** @description Id of the file. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio as received. */
            200: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range of the audio. */
            206: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    /** @description The position of the range and the size of the file. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    listPreRecorded: {
        parameters: {
            query?: {
                /** @description The number of jobs to skip. New jobs shift the offsets of older ones: to read every job once, follow `next`. */
                offset?: number;
                /** @description The number of jobs to return; there is no maximum. */
                limit?: number;
                /** @description Only jobs created on this UTC day, such as `2025-06-01`. */
                date?: string;
                /** @description Only jobs created before this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                before_date?: string;
                /** @description Only jobs created after this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                after_date?: string;
                /** @description Only jobs with one of these statuses. Also accepted: `status[]=done`, `status[0]=done` and `status=done,error`. */
                status?: components["schemas"]["JobStatus"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in bracket notation: `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars are compared as text; the stored list must contain every element of a list. `custom_metadata[user]=` matches the empty string. Numeric keys require the JSON form. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs with this tag in their `details`. If repeated, as in `tag=a&tag=b`, jobs must have all of the tags. Tags must match exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`, or with any of a class: `5xx` matches jobs that failed because of the service, for example after their last attempt. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, such as `invoice overdue`, in any order. At most 50 words; case and punctuation are ignored. An addition of Scriptorium. */
                q?: string;
                /** @description The fields of each job to return, comma-separated: `id,status,created_at`. A page without `result` is much smaller and faster. An addition of Scriptorium. */
                fields?: components["schemas"]["JobField"][];
                /** @description An opaque cursor. Copy it from `next` together with `offset`; it is ignored with any other `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    /** @description Number of matching jobs. Absent above 100,000 matches with `custom_metadata` or `tag`, and above 500 with `q`. */
                    "x-total-count"?: number;
                    /** @description Send it as `If-None-Match` to get 304 without a body until a job of the account changes. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreRecordedJobPage"] | components["schemas"]["PreRecordedJobFieldsPage"];
                };
            };
        };
    };
    createPreRecorded: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours, the same request with the same key to this operation creates nothing and returns the response of the first request that succeeded; a different request with the key is refused with 422. Responses to failed requests are not stored. Use a new random value, such as a UUID, for each creation. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the audio is about. Improves recognition. */
                    context_prompt?: string;
                    /**
                     * @deprecated
                     * @description Old spelling: the language is detected whenever `language_config.languages` is empty.
                     * @default true
                     */
                    detect_language?: boolean;
                    /**
                     * @deprecated
                     * @description Old spelling: `language_config.code_switching`.
                     * @default false
                     */
                    enable_code_switching?: boolean;
                    /**
                     * CodeSwitchingConfig
                     * @deprecated
                     * @description Old spelling: `language_config.languages`.
                     */
                    code_switching_config?: {
                        /**
                         * @description The languages that may be spoken.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                    };
                    /**
                     * @deprecated
                     * @description Old spelling: `language_config.languages` with one language.
                     */
                    language?: components["schemas"]["RequestedLanguageCodeInput"];
                    /**
                     * Format: uri
                     * @deprecated
                     * @description Old spelling: `callback_config.url`.
                     */
                    callback_url?: string;
                    /**
                     * @description Send a callback to `callback_config.url` when the job ends.
                     * @default false
                     */
                    callback?: boolean;
                    /**
                     * CallbackConfig
                     * @description Where and how to send a callback when the job ends.
                     */
                    callback_config?: {
                        /**
                         * Format: uri
                         * @description The URL to notify when the job ends.
                         */
                        url: string;
                        /**
                         * @description The HTTP method of the callback.
                         * @default POST
                         * @enum {string}
                         */
                        method?: "POST" | "PUT";
                    };
                    retention?: components["schemas"]["JobRetentionInput"];
                    /** @description Recognise the given words. By default, the words in `/v2/settings/vocabulary`, if there are any; `false` turns them off. A list of words is an old spelling of `custom_vocabulary_config`. */
                    custom_vocabulary?: boolean | (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                    /**
                     * CustomVocabularyConfig
                     * @description Words and names that the audio is likely to contain.
                     */
                    custom_vocabulary_config?: {
                        /** @description The words to recognise. */
                        vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                        /**
                         * @description The intensity of words that do not set their own, 0–1.
                         * @default 0.5
                         */
                        default_intensity?: number;
                    };
                    /**
                     * @description Spell the given words as specified.
                     * @default false
                     */
                    custom_spelling?: boolean;
                    custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                    /**
                     * @description Generate subtitle files.
                     * @default false
                     */
                    subtitles?: boolean;
                    /**
                     * SubtitlesConfig
                     * @description How subtitles are generated.
                     */
                    subtitles_config?: {
                        /**
                         * @description The formats to generate.
                         * @default [
                         *       "srt"
                         *     ]
                         */
                        formats?: components["schemas"]["SubtitlesFormat"][];
                        /** @description Shortest time to show a caption, in seconds. A caption is shorter only if the next one of the same channel begins earlier. */
                        minimum_duration?: number;
                        /** @description Longest time to show a caption, in seconds. */
                        maximum_duration?: number;
                        /** @description Maximum length of a row, in characters. */
                        maximum_characters_per_row?: number;
                        /** @description Maximum rows of a caption. */
                        maximum_rows_per_caption?: number;
                        /**
                         * @description How captions are split: `compliance` follows broadcasting guidelines.
                         * @default default
                         * @enum {string}
                         */
                        style?: "default" | "compliance";
                    };
                    /**
                     * @description Identify speakers.
                     * @default false
                     */
                    diarization?: boolean;
                    diarization_config?: components["schemas"]["DiarizationConfigInput"];
                    /**
                     * @description Translate the transcript.
                     * @default false
                     */
                    translation?: boolean;
                    /**
                     * TranslationConfig
                     * @description How the transcript is translated.
                     */
                    translation_config?: {
                        /** @description The languages to translate into. */
                        target_languages: components["schemas"]["RequestedTranslationLanguageCodeInput"][];
                        /**
                         * @description The translation model. `enhanced` prefers the language model, if the service has one; `batch` means `base`.
                         * @default base
                         * @enum {string}
                         */
                        model?: "base" | "enhanced" | "batch";
                        /**
                         * @description Whether each translated utterance corresponds to one original utterance.
                         * @default true
                         */
                        match_original_utterances?: boolean;
                        /**
                         * @description Whether the words of a translation are timed to match lip movements.
                         * @default true
                         */
                        lipsync?: boolean;
                        /**
                         * @description Whether the translation may take the context into account.
                         * @default true
                         */
                        context_adaptation?: boolean;
                        /** @description What the audio is about, in a sentence or two. */
                        context?: string;
                        /**
                         * @description Whether to address people informally.
                         * @default false
                         */
                        informal?: boolean;
                    };
                    /**
                     * @description Summarise the transcript.
                     * @default false
                     */
                    summarization?: boolean;
                    /**
                     * SummarizationConfig
                     * @description How the transcript is summarised.
                     */
                    summarization_config?: {
                        /**
                         * @description The form of the summary.
                         * @default general
                         * @enum {string}
                         */
                        type?: "general" | "bullet_points" | "concise";
                    };
                    /**
                     * @description Mask profanity.
                     * @default false
                     */
                    moderation?: boolean;
                    /**
                     * @description Detect people, places and other entities.
                     * @default false
                     */
                    named_entity_recognition?: boolean;
                    /**
                     * @description Split the transcript into chapters.
                     * @default false
                     */
                    chapterization?: boolean;
                    /**
                     * @description Spell each name the same way throughout.
                     * @default false
                     */
                    name_consistency?: boolean;
                    /**
                     * @description Extract the given classes of data.
                     * @default false
                     */
                    structured_data_extraction?: boolean;
                    structured_data_extraction_config?: components["schemas"]["StructuredDataExtractionConfigInput"];
                    /**
                     * @description Detect the sentiment of each sentence.
                     * @default false
                     */
                    sentiment_analysis?: boolean;
                    /**
                     * @description Ask a language model about the transcript.
                     * @default false
                     */
                    audio_to_llm?: boolean;
                    audio_to_llm_config?: components["schemas"]["AudioToLlmConfigInput"];
                    /**
                     * @description Redact personal information.
                     * @default false
                     */
                    pii_redaction?: boolean;
                    pii_redaction_config?: components["schemas"]["PiiRedactionConfigInput"];
                    /**
                     * @description Split the transcript into sentences.
                     * @default false
                     */
                    sentences?: boolean;
                    /**
                     * @description Split the transcript into lines for display.
                     * @default false
                     */
                    display_mode?: boolean;
                    /**
                     * @description Improve the punctuation.
                     * @default false
                     */
                    punctuation_enhanced?: boolean;
                    /**
                     * Format: uri
                     * @description The audio: an uploaded file, or any http:// or https:// URL.
                     */
                    audio_url: string;
                    /** @description The languages of the audio. */
                    language_config?: {
                        /**
                         * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /** @description Any JSON object; stored with the job and searchable. */
                    custom_metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The job was created. */
            201: {
                headers: {
                    /** @description `true` if this is the stored response to an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCreated"];
                };
            };
        };
    };
    listLive: {
        parameters: {
            query?: {
                /** @description The number of jobs to skip. New jobs shift the offsets of older ones: to read every job once, follow `next`. */
                offset?: number;
                /** @description The number of jobs to return; there is no maximum. */
                limit?: number;
                /** @description Only jobs created on this UTC day, such as `2025-06-01`. */
                date?: string;
                /** @description Only jobs created before this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                before_date?: string;
                /** @description Only jobs created after this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                after_date?: string;
                /** @description Only jobs with one of these statuses. Also accepted: `status[]=done`, `status[0]=done` and `status=done,error`. */
                status?: components["schemas"]["JobStatus"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in bracket notation: `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars are compared as text; the stored list must contain every element of a list. `custom_metadata[user]=` matches the empty string. Numeric keys require the JSON form. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs with this tag in their `details`. If repeated, as in `tag=a&tag=b`, jobs must have all of the tags. Tags must match exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`, or with any of a class: `5xx` matches jobs that failed because of the service, for example after their last attempt. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, such as `invoice overdue`, in any order. At most 50 words; case and punctuation are ignored. An addition of Scriptorium. */
                q?: string;
                /** @description The fields of each job to return, comma-separated: `id,status,created_at`. A page without `result` is much smaller and faster. An addition of Scriptorium. */
                fields?: components["schemas"]["JobField"][];
                /** @description An opaque cursor. Copy it from `next` together with `offset`; it is ignored with any other `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    /** @description Number of matching jobs. Absent above 100,000 matches with `custom_metadata` or `tag`, and above 500 with `q`. */
                    "x-total-count"?: number;
                    /** @description Send it as `If-None-Match` to get 304 without a body until a job of the account changes. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveJobPage"] | components["schemas"]["LiveJobFieldsPage"];
                };
            };
        };
    };
    createLive: {
        parameters: {
            query?: {
                /** @description Accepted and ignored: a session runs where the service runs. */
                region?: "us-west" | "eu-west";
            };
            header?: {
                /** @description Makes it safe to retry the request. For 24 hours, the same request with the same key to this operation creates nothing and returns the response of the first request that succeeded; a different request with the key is refused with 422. Responses to failed requests are not stored. Use a new random value, such as a UUID, for each creation. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The encoding of the samples.
                     * @default wav/pcm
                     * @enum {string}
                     */
                    encoding?: "wav/pcm" | "wav/alaw" | "wav/ulaw";
                    /**
                     * @description Bits per sample.
                     * @default 16
                     * @enum {integer}
                     */
                    bit_depth?: 8 | 16 | 24 | 32;
                    /**
                     * @description Samples per second, per channel.
                     * @default 16000
                     * @enum {integer}
                     */
                    sample_rate?: 8000 | 16000 | 32000 | 44100 | 48000;
                    /**
                     * @description Number of interleaved channels.
                     * @default 1
                     */
                    channels?: number;
                    /**
                     * @description The recogniser.
                     * @default solaria-1
                     * @enum {string}
                     */
                    model?: "solaria-1";
                    /**
                     * @description The duration of silence that ends an utterance, in seconds.
                     * @default 0.05
                     */
                    endpointing?: number;
                    /**
                     * @description The duration after which an utterance ends even without silence, in seconds.
                     * @default 5
                     */
                    maximum_duration_without_endpointing?: number;
                    /**
                     * LanguageConfig
                     * @description The languages of the audio.
                     * @default {}
                     */
                    language_config?: {
                        /**
                         * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /**
                     * PreProcessingConfig
                     * @description Audio processing before recognition.
                     * @default {}
                     */
                    pre_processing?: {
                        /**
                         * @description Suppress noise before recognition.
                         * @default false
                         */
                        audio_enhancer?: boolean;
                        /**
                         * @description The probability above which voice activity detection reports speech, 0–1.
                         * @default 0.6
                         */
                        speech_threshold?: number;
                    };
                    /**
                     * RequestedRealtimeProcessing
                     * @description Features to apply to each utterance as it is spoken.
                     * @default {}
                     */
                    realtime_processing?: {
                        /** @description Recognise the given words. By default, the words in `/v2/settings/vocabulary`, if there are any; `false` turns them off. */
                        custom_vocabulary?: boolean;
                        /**
                         * CustomVocabularyConfig
                         * @description Words and names that the audio is likely to contain.
                         */
                        custom_vocabulary_config?: {
                            /** @description The words to recognise. */
                            vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                            /**
                             * @description The intensity of words that do not set their own, 0–1.
                             * @default 0.5
                             */
                            default_intensity?: number;
                        };
                        /**
                         * @description Spell the given words as specified.
                         * @default false
                         */
                        custom_spelling?: boolean;
                        custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                        /**
                         * @description Translate each utterance.
                         * @default false
                         */
                        translation?: boolean;
                        /**
                         * TranslationConfig
                         * @description How the transcript is translated.
                         */
                        translation_config?: {
                            /** @description The languages to translate into. */
                            target_languages: components["schemas"]["RequestedTranslationLanguageCodeInput"][];
                            /**
                             * @description The translation model. `enhanced` prefers the language model, if the service has one; `batch` means `base`.
                             * @default base
                             * @enum {string}
                             */
                            model?: "base" | "enhanced" | "batch";
                            /**
                             * @description Whether each translated utterance corresponds to one original utterance.
                             * @default true
                             */
                            match_original_utterances?: boolean;
                            /**
                             * @description Whether the words of a translation are timed to match lip movements.
                             * @default true
                             */
                            lipsync?: boolean;
                            /**
                             * @description Whether the translation may take the context into account.
                             * @default true
                             */
                            context_adaptation?: boolean;
                            /** @description What the audio is about, in a sentence or two. */
                            context?: string;
                            /**
                             * @description Whether to address people informally.
                             * @default false
                             */
                            informal?: boolean;
                        };
                        /**
                         * @description Detect the entities in each utterance.
                         * @default false
                         */
                        named_entity_recognition?: boolean;
                        /**
                         * @description Detect the sentiment of each utterance.
                         * @default false
                         */
                        sentiment_analysis?: boolean;
                    };
                    /**
                     * PostProcessingConfig
                     * @description Features applied to the transcript after the recording.
                     * @default {}
                     */
                    post_processing?: {
                        /**
                         * @description Generate subtitle files of the transcript and its translations.
                         * @default false
                         */
                        subtitles?: boolean;
                        /**
                         * SubtitlesConfig
                         * @description How subtitles are generated.
                         */
                        subtitles_config?: {
                            /**
                             * @description The formats to generate.
                             * @default [
                             *       "srt"
                             *     ]
                             */
                            formats?: components["schemas"]["SubtitlesFormat"][];
                            /** @description Shortest time to show a caption, in seconds. A caption is shorter only if the next one of the same channel begins earlier. */
                            minimum_duration?: number;
                            /** @description Longest time to show a caption, in seconds. */
                            maximum_duration?: number;
                            /** @description Maximum length of a row, in characters. */
                            maximum_characters_per_row?: number;
                            /** @description Maximum rows of a caption. */
                            maximum_rows_per_caption?: number;
                            /**
                             * @description How captions are split: `compliance` follows broadcasting guidelines.
                             * @default default
                             * @enum {string}
                             */
                            style?: "default" | "compliance";
                        };
                        /**
                         * @description Summarise the transcript.
                         * @default false
                         */
                        summarization?: boolean;
                        /**
                         * SummarizationConfig
                         * @description How the transcript is summarised.
                         */
                        summarization_config?: {
                            /**
                             * @description The form of the summary.
                             * @default general
                             * @enum {string}
                             */
                            type?: "general" | "bullet_points" | "concise";
                        };
                        /**
                         * @description Split the transcript into chapters.
                         * @default false
                         */
                        chapterization?: boolean;
                        /**
                         * @description Split the transcript and its translations into sentences.
                         * @default false
                         */
                        sentences?: boolean;
                    };
                    /**
                     * MessagesConfig
                     * @description Which messages are sent over the socket.
                     * @default {}
                     */
                    messages_config?: {
                        /**
                         * @description Partial transcripts, which may still change.
                         * @default false
                         */
                        receive_partial_transcripts?: boolean;
                        /**
                         * @description Final transcripts.
                         * @default true
                         */
                        receive_final_transcripts?: boolean;
                        /**
                         * @description The start and end of speech.
                         * @default true
                         */
                        receive_speech_events?: boolean;
                        /**
                         * @description Audio processing before recognition.
                         * @default true
                         */
                        receive_pre_processing_events?: boolean;
                        /**
                         * @description Results of the features in `realtime_processing`.
                         * @default true
                         */
                        receive_realtime_processing_events?: boolean;
                        /**
                         * @description Results of post-processing.
                         * @default true
                         */
                        receive_post_processing_events?: boolean;
                        /**
                         * @description Acknowledgements of audio chunks and of `stop_recording`.
                         * @default true
                         */
                        receive_acknowledgments?: boolean;
                        /**
                         * @description Errors.
                         * @default true
                         */
                        receive_errors?: boolean;
                        /**
                         * @description The start and end of the session and of the recording.
                         * @default false
                         */
                        receive_lifecycle_events?: boolean;
                    };
                    /**
                     * @description Send messages to `callback_config.url` as well.
                     * @default false
                     */
                    callback?: boolean;
                    /**
                     * LiveCallbackConfig
                     * @description Which messages are sent as callbacks, and where.
                     */
                    callback_config?: {
                        /**
                         * @description Partial transcripts, which may still change.
                         * @default false
                         */
                        receive_partial_transcripts?: boolean;
                        /**
                         * @description Final transcripts.
                         * @default true
                         */
                        receive_final_transcripts?: boolean;
                        /**
                         * @description The start and end of speech.
                         * @default false
                         */
                        receive_speech_events?: boolean;
                        /**
                         * @description Audio processing before recognition.
                         * @default true
                         */
                        receive_pre_processing_events?: boolean;
                        /**
                         * @description Results of the features in `realtime_processing`.
                         * @default true
                         */
                        receive_realtime_processing_events?: boolean;
                        /**
                         * @description Results of post-processing.
                         * @default true
                         */
                        receive_post_processing_events?: boolean;
                        /**
                         * @description Acknowledgements of audio chunks and of `stop_recording`.
                         * @default false
                         */
                        receive_acknowledgments?: boolean;
                        /**
                         * @description Errors.
                         * @default false
                         */
                        receive_errors?: boolean;
                        /**
                         * @description The start and end of the session and of the recording.
                         * @default true
                         */
                        receive_lifecycle_events?: boolean;
                        /**
                         * Format: uri
                         * @description The URL to send messages to; required when `callback` is true.
                         */
                        url?: string;
                    };
                    retention?: components["schemas"]["JobRetentionInput"];
                    /** @description Any JSON object; stored with the job and searchable. */
                    custom_metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The session was created. */
            201: {
                headers: {
                    /** @description `true` if this is the stored response to an earlier request with the same `Idempotency-Key`. */
                    "idempotent-replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveSession"];
                };
            };
        };
    };
    getLive: {
        parameters: {
            query?: {
                /** @description The revision to return as `result.transcription`, or `newest`; by default 0, the result of the recognition. */
                revision?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveJob"];
                };
            };
        };
    };
    deleteLive: {
        parameters: {
            query?: {
                /** @description Whether to move jobs to the trash, which keeps them for some days, instead of deleting them permanently. Refused if there is no trash. */
                trash?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateLive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LivePatch"];
            };
        };
        responses: {
            /** @description The metadata was set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description The number of jobs to skip. New jobs shift the offsets of older ones: to read every job once, follow `next`. */
                offset?: number;
                /** @description The number of jobs to return; there is no maximum. */
                limit?: number;
                /** @description Only jobs created on this UTC day, such as `2025-06-01`. */
                date?: string;
                /** @description Only jobs created before this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                before_date?: string;
                /** @description Only jobs created after this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                after_date?: string;
                /** @description Only jobs with one of these statuses. Also accepted: `status[]=done`, `status[0]=done` and `status=done,error`. */
                status?: components["schemas"]["JobStatus"][];
                /** @description Only jobs of one of these kinds. Also accepted: `kind[]=live` and comma-separated lists. */
                kind?: components["schemas"]["JobKind"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in bracket notation: `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars are compared as text; the stored list must contain every element of a list. `custom_metadata[user]=` matches the empty string. Numeric keys require the JSON form. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs with this tag in their `details`. If repeated, as in `tag=a&tag=b`, jobs must have all of the tags. Tags must match exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`, or with any of a class: `5xx` matches jobs that failed because of the service, for example after their last attempt. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, such as `invoice overdue`, in any order. At most 50 words; case and punctuation are ignored. An addition of Scriptorium. */
                q?: string;
                /** @description The fields of each job to return, comma-separated: `id,status,created_at`. A page without `result` is much smaller and faster. An addition of Scriptorium. */
                fields?: components["schemas"]["JobField"][];
                /** @description An opaque cursor. Copy it from `next` together with `offset`; it is ignored with any other `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    /** @description Number of matching jobs. Absent above 100,000 matches with `custom_metadata` or `tag`, and above 500 with `q`. */
                    "x-total-count"?: number;
                    /** @description Send it as `If-None-Match` to get 304 without a body until a job of the account changes. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"] | components["schemas"]["JobFieldsPage"];
                };
            };
        };
    };
    deleteJobs: {
        parameters: {
            query?: {
                /** @description Only jobs created on this UTC day, such as `2025-06-01`. */
                date?: string;
                /** @description Only jobs created before this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                before_date?: string;
                /** @description Only jobs created after this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                after_date?: string;
                /** @description Only jobs with one of these statuses. Also accepted: `status[]=done`, `status[0]=done` and `status=done,error`. */
                status?: components["schemas"]["JobStatus"][];
                /** @description Only jobs of one of these kinds. Also accepted: `kind[]=live` and comma-separated lists. */
                kind?: components["schemas"]["JobKind"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in bracket notation: `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars are compared as text; the stored list must contain every element of a list. `custom_metadata[user]=` matches the empty string. Numeric keys require the JSON form. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs with this tag in their `details`. If repeated, as in `tag=a&tag=b`, jobs must have all of the tags. Tags must match exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`, or with any of a class: `5xx` matches jobs that failed because of the service, for example after their last attempt. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, such as `invoice overdue`, in any order. At most 50 words; case and punctuation are ignored. An addition of Scriptorium. */
                q?: string;
                /** @description Whether to move jobs to the trash, which keeps them for some days, instead of deleting them permanently. Refused if there is no trash. */
                trash?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs are being deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `next` of the previous page: only later changes. Without it, the changes begin with the job that has been unchanged for the longest time. `now` stands for the newest change: the page is empty, and its `next` is where to continue. */
                after?: string;
                /** @description The maximum number of jobs to return. */
                limit?: number;
                /** @description The fields of each job to return, comma-separated: `id,status,created_at`. `id` is always included. */
                fields?: components["schemas"]["JobField"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Jobs that have changed. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 without a body until a job of the account changes. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobChanges"] | components["schemas"]["JobFieldsChanges"];
                };
            };
        };
    };
    listJobFacets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags and languages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobFacets"];
                };
            };
        };
    };
    listDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionList"];
                };
            };
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the deletion. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
        };
    };
    listTrash: {
        parameters: {
            query?: {
                /** @description Where the previous page ended; taken from its `next`. */
                cursor?: string;
                /** @description Maximum number of jobs on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the trash. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrashPage"];
                };
            };
        };
    };
    emptyTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trash is empty. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    restoreJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job in the trash. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was restored. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteFromTrash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job in the trash. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: {
                /** @description The revision; by default, the newest. 0 is the result of the recognition. */
                revision?: string;
                /** @description With `true`, the JSON includes `paragraphs`. With `false`, the text has one line for each utterance. Captions have no paragraphs. */
                paragraphs?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadTranscription"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
        };
    };
    updateTranscript: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required: the `ETag` of the transcript being changed, or `*` for the newest. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectedTranscript"];
            };
        };
        responses: {
            /** @description The newest transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transcription"];
                };
            };
        };
    };
    getTranscriptJson: {
        parameters: {
            query?: {
                /** @description The revision; by default, the newest. 0 is the result of the recognition. */
                revision?: string;
                /** @description With `true`, the JSON includes `paragraphs`. With `false`, the text has one line for each utterance. Captions have no paragraphs. */
                paragraphs?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadTranscription"];
                };
            };
        };
    };
    getTranscriptText: {
        parameters: {
            query?: {
                /** @description The revision; by default, the newest. 0 is the result of the recognition. */
                revision?: string;
                /** @description With `true`, the JSON includes `paragraphs`. With `false`, the text has one line for each utterance. Captions have no paragraphs. */
                paragraphs?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getTranscriptSrt: {
        parameters: {
            query?: {
                /** @description The revision; by default, the newest. 0 is the result of the recognition. */
                revision?: string;
                /** @description With `true`, the JSON includes `paragraphs`. With `false`, the text has one line for each utterance. Captions have no paragraphs. */
                paragraphs?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-subrip": string;
                };
            };
        };
    };
    getTranscriptVtt: {
        parameters: {
            query?: {
                /** @description The revision; by default, the newest. 0 is the result of the recognition. */
                revision?: string;
                /** @description With `true`, the JSON includes `paragraphs`. With `false`, the text has one line for each utterance. Captions have no paragraphs. */
                paragraphs?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/vtt": string;
                };
            };
        };
    };
    findInTranscript: {
        parameters: {
            query: {
                /** @description The words to find, 1 to 50, as for the parameter `q` of lists. */
                q: string;
                /** @description Number of utterances to skip. */
                offset?: number;
                /** @description Maximum number of utterances. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of utterances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchPage"];
                };
            };
        };
    };
    listUtterances: {
        parameters: {
            query?: {
                /** @description Only utterances that end after this time, in seconds. */
                from?: number;
                /** @description Only utterances that begin before this time, in seconds. */
                to?: number;
                /** @description The index of the first utterance that may be returned. */
                offset?: number;
                /** @description Maximum number of utterances. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of utterances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UtterancePage"];
                };
            };
        };
    };
    exportTranscript: {
        parameters: {
            query: {
                /** @description The format: `txt` (text in paragraphs), `md` (Markdown in paragraphs), `srt` (SubRip captions), `vtt` (WebVTT captions), `json` (the transcript as in the API), `csv` (a table with a row for each utterance), `tsv` (start and end in milliseconds and the text of each utterance, separated by tabs, as written by Whisper), `docx` (a Microsoft Word document in paragraphs), `otio` (an OpenTimelineIO timeline with a clip for each utterance, for video editors). */
                format: "txt" | "md" | "srt" | "vtt" | "json" | "csv" | "tsv" | "docx" | "otio";
                /** @description Whether to include the speaker of each utterance, if there is one; `true` by default. Speakers are named as in the `speaker_names` of the details, or numbered. If there are several channels and no speakers, the channels are named. `json` always has both. */
                speakers?: "true" | "false";
                /** @description Whether `txt`, `md` and `docx` include the start time of each utterance; `false` by default. The other formats always have times. */
                timestamps?: "true" | "false";
                /** @description Whether `txt`, `md`, `docx` and `json` include the summary of the result, if there is one; `false` by default. It does not reflect corrections. */
                summary?: "true" | "false";
                /** @description Whether utterances are grouped into paragraphs: in `txt`, `md` and `docx` unless `false`; in `json`, in addition to the utterances, if `true`. The other formats have no paragraphs. */
                paragraphs?: "true" | "false";
                /** @description A language of the `translation` of the result, such as `de`, to export instead of the transcript. It does not reflect corrections. */
                translation?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/markdown": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                    "application/json": components["schemas"]["ExportedTranscript"];
                    "text/csv": string;
                    "text/tab-separated-values": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.pixar.opentimelineio+json": string;
                };
            };
        };
    };
    exportTranscripts: {
        parameters: {
            query: {
                /** @description The format: `txt` (text in paragraphs), `md` (Markdown in paragraphs), `srt` (SubRip captions), `vtt` (WebVTT captions), `json` (the transcript as in the API), `csv` (a table with a row for each utterance), `tsv` (start and end in milliseconds and the text of each utterance, separated by tabs, as written by Whisper), `docx` (a Microsoft Word document in paragraphs), `otio` (an OpenTimelineIO timeline with a clip for each utterance, for video editors). */
                format: "txt" | "md" | "srt" | "vtt" | "json" | "csv" | "tsv" | "docx" | "otio";
                /** @description Whether to include the speaker of each utterance, if there is one; `true` by default. Speakers are named as in the `speaker_names` of the details, or numbered. If there are several channels and no speakers, the channels are named. `json` always has both. */
                speakers?: "true" | "false";
                /** @description Whether `txt`, `md` and `docx` include the start time of each utterance; `false` by default. The other formats always have times. */
                timestamps?: "true" | "false";
                /** @description Whether `txt`, `md`, `docx` and `json` include the summary of the result, if there is one; `false` by default. It does not reflect corrections. */
                summary?: "true" | "false";
                /** @description Whether utterances are grouped into paragraphs: in `txt`, `md` and `docx` unless `false`; in `json`, in addition to the utterances, if `true`. The other formats have no paragraphs. */
                paragraphs?: "true" | "false";
                /** @description A language of the `translation` of the result, such as `de`, to export instead of the transcript. It does not reflect corrections. */
                translation?: string;
                /** @description Id of a job. May be repeated, as in `id=…&id=…`, for up to 200 jobs. */
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files, as a ZIP. */
            200: {
                headers: {
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /** @description Id of a job whose `progress` and `text` to send as well. */
                job?: string;
                /** @description A cursor: the `id` of an event, or the `next` of `GET /v2/jobs/changes`. Sends all changes since then. Without it, the stream begins with the next change. The header `Last-Event-ID`, which browsers send when they reconnect, takes precedence. */
                after?: string;
            };
            header?: {
                /** @description The `id` of the last event received, to resume after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AccountEvent"];
                };
            };
        };
    };
    setJobPriority: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobPriority"];
            };
        };
        responses: {
            /** @description The priority. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPrioritySet"];
                };
            };
        };
    };
    requeueJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    requeueFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of jobs queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requeued"];
                };
            };
        };
    };
    getJobProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobProgress"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description The revision to return as `result.transcription`, or `newest`; by default 0, the result of the recognition. */
                revision?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    deleteJob: {
        parameters: {
            query?: {
                /** @description Whether to move jobs to the trash, which keeps them for some days, instead of deleting them permanently. Refused if there is no trash. */
                trash?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobDetailsPatch"];
            };
        };
        responses: {
            /** @description The details after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetails"];
                };
            };
        };
    };
    downloadJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single byte range, such as `bytes=0-999` (RFC 9110, section 14). */
                range?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio as received. */
            200: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range of the audio. */
            206: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    /** @description The position of the range and the size of the file. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    getPreRecorded: {
        parameters: {
            query?: {
                /** @description The revision to return as `result.transcription`, or `newest`; by default 0, the result of the recognition. */
                revision?: string;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreRecordedJob"];
                };
            };
        };
    };
    deletePreRecorded: {
        parameters: {
            query?: {
                /** @description Whether to move jobs to the trash, which keeps them for some days, instead of deleting them permanently. Refused if there is no trash. */
                trash?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadPreRecorded: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single byte range, such as `bytes=0-999` (RFC 9110, section 14). */
                range?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio as received. */
            200: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range of the audio. */
            206: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    /** @description The position of the range and the size of the file. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    downloadLive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single byte range, such as `bytes=0-999` (RFC 9110, section 14). */
                range?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio as received. */
            200: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range of the audio. */
            206: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description `attachment` with the name of the file. */
                    "content-disposition"?: string;
                    /** @description The position of the range and the size of the file. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job was cancelled. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPeaks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The peaks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Peaks"];
                };
            };
            /** @description It is being created. */
            202: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preparation"];
                };
            };
        };
    };
    getPlayback: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single byte range, such as `bytes=0-999` (RFC 9110, section 14). */
                range?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio. */
            200: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mp4": string;
                };
            };
            /** @description It is being created. */
            202: {
                headers: {
                    /** @description Seconds to wait before trying again. */
                    "retry-after"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preparation"];
                };
            };
            /** @description The requested range of the audio. */
            206: {
                headers: {
                    /** @description `bytes` */
                    "accept-ranges"?: string;
                    /** @description The position of the range and the size of the file. */
                    "content-range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/mp4": string;
                };
            };
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description Only revisions before this one; taken from `next`. */
                before?: number;
                /** @description Maximum number of revisions on a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of revisions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionPage"];
                };
            };
        };
    };
    detectSpeakers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required: the `ETag` of the transcript being changed, or `*` for the newest. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiarizationConfigInput"];
            };
        };
        responses: {
            /** @description The newest transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transcription"];
                };
            };
        };
    };
    retranscribeJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the audio is about. Improves recognition. */
                    context_prompt?: string;
                    /** @description The languages of the audio. */
                    language_config?: {
                        /**
                         * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /** @description Recognise the given words. */
                    custom_vocabulary?: boolean;
                    /**
                     * CustomVocabularyConfig
                     * @description Words and names that the audio is likely to contain.
                     */
                    custom_vocabulary_config?: {
                        /** @description The words to recognise. */
                        vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                        /**
                         * @description The intensity of words that do not set their own, 0–1.
                         * @default 0.5
                         */
                        default_intensity?: number;
                    };
                    /** @description Spell the given words as specified. */
                    custom_spelling?: boolean;
                    custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                    /** @description Identify speakers. */
                    diarization?: boolean;
                    diarization_config?: components["schemas"]["DiarizationConfigInput"];
                    /**
                     * @description Whether the new transcript becomes a revision as soon as it is ready, without review.
                     * @default false
                     */
                    accept?: boolean;
                    /**
                     * @description Whether to wait until no account has any other file to transcribe.
                     * @default false
                     */
                    idle?: boolean;
                };
            };
        };
        responses: {
            /** @description The audio will be transcribed again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retranscription"];
                };
            };
        };
    };
    getRetranscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The retranscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retranscription"];
                };
            };
        };
    };
    discardRetranscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new transcript was discarded. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptRetranscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest transcript. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transcription"];
                };
            };
        };
    };
    listRetranscriptions: {
        parameters: {
            query?: {
                /** @description Only this job. */
                job_id?: string;
                /** @description Only new transcripts that are ready, or that have failed. */
                status?: "ready" | "failed";
                /** @description Where the page begins; taken from `next`. */
                before?: number;
                /** @description Maximum number of jobs on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetranscriptionPage"];
                };
            };
        };
    };
    retranscribeJobs: {
        parameters: {
            query?: {
                /** @description Only jobs created on this UTC day, such as `2025-06-01`. */
                date?: string;
                /** @description Only jobs created before this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                before_date?: string;
                /** @description Only jobs created after this time, such as `2025-06-01T12:00:00+02:00`. A date means its midnight; without an offset, the time is in UTC. */
                after_date?: string;
                /** @description Only jobs with one of these statuses. Also accepted: `status[]=done`, `status[0]=done` and `status=done,error`. */
                status?: components["schemas"]["JobStatus"][];
                /** @description Only jobs of one of these kinds. Also accepted: `kind[]=live` and comma-separated lists. */
                kind?: components["schemas"]["JobKind"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in bracket notation: `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars are compared as text; the stored list must contain every element of a list. `custom_metadata[user]=` matches the empty string. Numeric keys require the JSON form. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs with this tag in their `details`. If repeated, as in `tag=a&tag=b`, jobs must have all of the tags. Tags must match exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`, or with any of a class: `5xx` matches jobs that failed because of the service, for example after their last attempt. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, such as `invoice overdue`, in any order. At most 50 words; case and punctuation are ignored. An addition of Scriptorium. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the audio is about. Improves recognition. */
                    context_prompt?: string;
                    /** @description The languages of the audio. */
                    language_config?: {
                        /**
                         * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /** @description Recognise the given words. */
                    custom_vocabulary?: boolean;
                    /**
                     * CustomVocabularyConfig
                     * @description Words and names that the audio is likely to contain.
                     */
                    custom_vocabulary_config?: {
                        /** @description The words to recognise. */
                        vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                        /**
                         * @description The intensity of words that do not set their own, 0–1.
                         * @default 0.5
                         */
                        default_intensity?: number;
                    };
                    /** @description Spell the given words as specified. */
                    custom_spelling?: boolean;
                    custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                    /** @description Identify speakers. */
                    diarization?: boolean;
                    diarization_config?: components["schemas"]["DiarizationConfigInput"];
                    /**
                     * @description Whether the new transcript becomes a revision as soon as it is ready, without review.
                     * @default false
                     */
                    accept?: boolean;
                    /**
                     * @description Whether to wait until no account has any other file to transcribe.
                     * @default false
                     */
                    idle?: boolean;
                };
            };
        };
        responses: {
            /** @description The jobs will be transcribed again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetranscriptionRun"];
                };
            };
        };
    };
    listRetranscriptionRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetranscriptionRunList"];
                };
            };
        };
    };
    getRetranscriptionRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the retranscription run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetranscriptionRun"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shares. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareList"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description When the link expires, ISO 8601; null for never.
                     * @default null
                     */
                    expires_at?: string | null;
                    /**
                     * @description Start of the shared part, in seconds; null for the beginning.
                     * @default null
                     */
                    from?: number | null;
                    /**
                     * @description End of the shared part, in seconds; null for the end.
                     * @default null
                     */
                    to?: number | null;
                    /** @description Whether the page plays the audio. Defaults to true, unless `redacted` is true. */
                    audio?: boolean;
                    /**
                     * @description Whether the transcript, and the audio if the page plays it, can be downloaded.
                     * @default false
                     */
                    download?: boolean;
                    /** @description Whether to show only a redacted transcript, with its corrections but without audio, title and speaker names. Defaults to true if the job has `pii_redaction`. */
                    redacted?: boolean;
                };
            };
        };
        responses: {
            /** @description The share, with its link, which is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedShare"];
                };
            };
        };
    };
    revokeShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
                /** @description Id of the share. */
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "waiting" | "delivered" | "failed";
                /** @description Id of the delivery after which the page begins; taken from `next`. */
                after?: string;
                /** @description Maximum number of deliveries on a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    listAccountDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "waiting" | "delivered" | "failed";
                /** @description Id of the delivery after which the page begins; taken from `next`. */
                after?: string;
                /** @description Maximum number of deliveries on a page. */
                limit?: number;
                /** @description Only deliveries of this job. */
                job_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    signCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
                /** @description Id of the delivery. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The body of the callback. */
            200: {
                headers: {
                    /** @description Id of the delivery, the same for every attempt. */
                    "webhook-id"?: string;
                    /** @description When the attempt was signed, in seconds since 1970. */
                    "webhook-timestamp"?: string;
                    /** @description `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`. */
                    "webhook-signature"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryBody"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: string;
                /** @description Id of the delivery. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is sent again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description First day, in UTC. By default 29 days before `to`. */
                from?: string;
                /** @description Last day, in UTC. Today by default. The range may have at most 366 days. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage of each day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    getScopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scopes of the key, or of the user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantedScopes"];
                };
            };
        };
    };
    getLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitUsage"];
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The retention. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionInput"];
            };
        };
        responses: {
            /** @description The retention. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    getQuality: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Wrong words by model and language. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quality"];
                };
            };
        };
    };
    listVocabularyProposals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VocabularyProposals"];
                };
            };
        };
    };
    getPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The presets. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presets"];
                };
            };
        };
    };
    setPresets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The presets, in display order. */
                    items: {
                        /** @description Its id, which the client chooses. */
                        id: string;
                        /** @description Its name. */
                        name: string;
                        /**
                         * PreRecordedOptions
                         * @description Any fields of a `PreRecordedRequest` except `audio_url`.
                         * @example {
                         *       "diarization": true
                         *     }
                         */
                        options: {
                            /** @description What the audio is about. Improves recognition. */
                            context_prompt?: string;
                            /**
                             * @deprecated
                             * @description Old spelling: the language is detected whenever `language_config.languages` is empty.
                             */
                            detect_language?: boolean;
                            /**
                             * @deprecated
                             * @description Old spelling: `language_config.code_switching`.
                             */
                            enable_code_switching?: boolean;
                            /**
                             * CodeSwitchingConfig
                             * @deprecated
                             * @description Old spelling: `language_config.languages`.
                             */
                            code_switching_config?: {
                                /**
                                 * @description The languages that may be spoken.
                                 * @default []
                                 */
                                languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                            };
                            /**
                             * @deprecated
                             * @description Old spelling: `language_config.languages` with one language.
                             */
                            language?: components["schemas"]["RequestedLanguageCodeInput"];
                            /**
                             * Format: uri
                             * @deprecated
                             * @description Old spelling: `callback_config.url`.
                             */
                            callback_url?: string;
                            /**
                             * @description Send a callback to `callback_config.url` when the job ends.
                             * @default false
                             */
                            callback?: boolean;
                            /**
                             * CallbackConfig
                             * @description Where and how to send a callback when the job ends.
                             */
                            callback_config?: {
                                /**
                                 * Format: uri
                                 * @description The URL to notify when the job ends.
                                 */
                                url: string;
                                /**
                                 * @description The HTTP method of the callback.
                                 * @default POST
                                 * @enum {string}
                                 */
                                method?: "POST" | "PUT";
                            };
                            retention?: components["schemas"]["JobRetentionInput"];
                            /** @description Recognise the given words. By default, the words in `/v2/settings/vocabulary`, if there are any; `false` turns them off. A list of words is an old spelling of `custom_vocabulary_config`. */
                            custom_vocabulary?: boolean | (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                            /**
                             * CustomVocabularyConfig
                             * @description Words and names that the audio is likely to contain.
                             */
                            custom_vocabulary_config?: {
                                /** @description The words to recognise. */
                                vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                                /**
                                 * @description The intensity of words that do not set their own, 0–1.
                                 * @default 0.5
                                 */
                                default_intensity?: number;
                            };
                            /** @description Spell the given words as specified. */
                            custom_spelling?: boolean;
                            custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                            /** @description Generate subtitle files. */
                            subtitles?: boolean;
                            /**
                             * SubtitlesConfig
                             * @description How subtitles are generated.
                             */
                            subtitles_config?: {
                                /**
                                 * @description The formats to generate.
                                 * @default [
                                 *       "srt"
                                 *     ]
                                 */
                                formats?: components["schemas"]["SubtitlesFormat"][];
                                /** @description Shortest time to show a caption, in seconds. A caption is shorter only if the next one of the same channel begins earlier. */
                                minimum_duration?: number;
                                /** @description Longest time to show a caption, in seconds. */
                                maximum_duration?: number;
                                /** @description Maximum length of a row, in characters. */
                                maximum_characters_per_row?: number;
                                /** @description Maximum rows of a caption. */
                                maximum_rows_per_caption?: number;
                                /**
                                 * @description How captions are split: `compliance` follows broadcasting guidelines.
                                 * @default default
                                 * @enum {string}
                                 */
                                style?: "default" | "compliance";
                            };
                            /** @description Identify speakers. */
                            diarization?: boolean;
                            diarization_config?: components["schemas"]["DiarizationConfigInput"];
                            /** @description Translate the transcript. */
                            translation?: boolean;
                            /**
                             * TranslationConfig
                             * @description How the transcript is translated.
                             */
                            translation_config?: {
                                /** @description The languages to translate into. */
                                target_languages: components["schemas"]["RequestedTranslationLanguageCodeInput"][];
                                /**
                                 * @description The translation model. `enhanced` prefers the language model, if the service has one; `batch` means `base`.
                                 * @default base
                                 * @enum {string}
                                 */
                                model?: "base" | "enhanced" | "batch";
                                /**
                                 * @description Whether each translated utterance corresponds to one original utterance.
                                 * @default true
                                 */
                                match_original_utterances?: boolean;
                                /**
                                 * @description Whether the words of a translation are timed to match lip movements.
                                 * @default true
                                 */
                                lipsync?: boolean;
                                /**
                                 * @description Whether the translation may take the context into account.
                                 * @default true
                                 */
                                context_adaptation?: boolean;
                                /** @description What the audio is about, in a sentence or two. */
                                context?: string;
                                /**
                                 * @description Whether to address people informally.
                                 * @default false
                                 */
                                informal?: boolean;
                            };
                            /** @description Summarise the transcript. */
                            summarization?: boolean;
                            /**
                             * SummarizationConfig
                             * @description How the transcript is summarised.
                             */
                            summarization_config?: {
                                /**
                                 * @description The form of the summary.
                                 * @default general
                                 * @enum {string}
                                 */
                                type?: "general" | "bullet_points" | "concise";
                            };
                            /** @description Mask profanity. */
                            moderation?: boolean;
                            /** @description Detect people, places and other entities. */
                            named_entity_recognition?: boolean;
                            /** @description Split the transcript into chapters. */
                            chapterization?: boolean;
                            /** @description Spell each name the same way throughout. */
                            name_consistency?: boolean;
                            /** @description Extract the given classes of data. */
                            structured_data_extraction?: boolean;
                            structured_data_extraction_config?: components["schemas"]["StructuredDataExtractionConfigInput"];
                            /** @description Detect the sentiment of each sentence. */
                            sentiment_analysis?: boolean;
                            /** @description Ask a language model about the transcript. */
                            audio_to_llm?: boolean;
                            audio_to_llm_config?: components["schemas"]["AudioToLlmConfigInput"];
                            /** @description Redact personal information. */
                            pii_redaction?: boolean;
                            pii_redaction_config?: components["schemas"]["PiiRedactionConfigInput"];
                            /** @description Split the transcript into sentences. */
                            sentences?: boolean;
                            /** @description Split the transcript into lines for display. */
                            display_mode?: boolean;
                            /** @description Improve the punctuation. */
                            punctuation_enhanced?: boolean;
                            /** @description The languages of the audio. */
                            language_config?: {
                                /**
                                 * @description The expected languages. If there is only one, it is used. If there are several, or none, which stands for all languages, the language of most of the speech is detected. Speech in another language is recognised in that language, preferably an expected one: see the `language` of the utterance.
                                 * @default []
                                 */
                                languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                                /**
                                 * @description Whether the language may change, and is detected for each utterance.
                                 * @default false
                                 */
                                code_switching?: boolean;
                            };
                            /** @description Any JSON object; stored with the job and searchable. */
                            custom_metadata?: {
                                [key: string]: unknown;
                            };
                        };
                    }[];
                    /** @description The id of the preset that is selected by default; null for none. */
                    default: string | null;
                };
            };
        };
        responses: {
            /** @description The presets. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presets"];
                };
            };
        };
    };
    resetPresets: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The presets. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Presets"];
                };
            };
        };
    };
    getVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vocabulary. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountVocabulary"];
                };
            };
        };
    };
    setVocabulary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountVocabularyInput"];
            };
        };
        responses: {
            /** @description The vocabulary. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountVocabulary"];
                };
            };
        };
    };
    resetVocabulary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vocabulary. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountVocabulary"];
                };
            };
        };
    };
    getViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Views"];
                };
            };
        };
    };
    setViews: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewsInput"];
            };
        };
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Views"];
                };
            };
        };
    };
    resetViews: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The views. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Views"];
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    setWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhooksInput"];
            };
        };
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    resetWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the document being replaced. If it has been changed since, the response is 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    /** @description The revision. Send it as `If-Match` to change it. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description For operators: the name of another account, or `*` for all entries, including those of no account. */
                account?: string;
                /** @description Only these operations. May be repeated. */
                operation?: string[];
                /** @description Only what the user or key with this id did; `operator` for the command line. */
                by?: string;
                /** @description Only entries at or after this time: a date, or a date and time, in UTC unless it has an offset. */
                after_date?: string;
                /** @description Only entries before this time. */
                before_date?: string;
                /** @description Where the previous page ended; taken from its `next`. */
                cursor?: string;
                /** @description Maximum number of entries on a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A display name; several keys may have the same. */
                    name: string;
                    /** @description What the key may do; `read`, `write` and `live` by default. */
                    scopes?: components["schemas"]["Scope"][];
                    /**
                     * @description Adds the scope `admin`.
                     * @default false
                     */
                    admin?: boolean;
                    /**
                     * @description When the key expires, ISO 8601; null for never.
                     * @default null
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The key, which is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCallbackSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, and the previous one while both sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackSecret"];
                };
            };
        };
    };
    rotateCallbackSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, and the previous one while both sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallbackSecret"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberPatch"];
            };
        };
        responses: {
            /** @description The role was changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMemberDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
        };
    };
    endMemberDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member. */
                id: string;
                /** @description Id of the device. */
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    role: components["schemas"]["Role"];
                    /**
                     * @description Whom it is for. Only a label: nothing is sent to it, and anyone with the link can use it.
                     * @default null
                     */
                    email?: string | null;
                    /**
                     * @description When the link expires, ISO 8601, at most 30 days ahead; null for 7 days from now.
                     * @default null
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The invitation, with its link, which is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation was withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MePatch"];
            };
        };
        responses: {
            /** @description The name was changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chooseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChoice"];
            };
        };
        responses: {
            /** @description The console session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    listMyDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
        };
    };
    endMyDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the passkey. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the passkey. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyPatch"];
            };
        };
        responses: {
            /** @description The passkey was renamed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listMyKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    createMyKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A display name; several keys may have the same. */
                    name: string;
                    /** @description What the key may do; `read`, `write` and `live` by default. */
                    scopes?: components["schemas"]["Scope"][];
                    /**
                     * @description Adds the scope `admin`.
                     * @default false
                     */
                    admin?: boolean;
                    /**
                     * @description When the key expires, ISO 8601; null for never.
                     * @default null
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The key, which is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
        };
    };
    revokeMyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    beginAddPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options for the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewPasskeyOptions"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id of the passkey. */
                    id: string;
                    /** @description The same as `id`. */
                    rawId: string;
                    /** @constant */
                    type: "public-key";
                    /** @description The new passkey. */
                    response: {
                        /** @description The page and the challenge, as seen by the browser. */
                        clientDataJSON: string;
                        /** @description The public key, and data from the device. */
                        attestationObject: string;
                        /**
                         * @description How the browser can reach the device.
                         * @default []
                         */
                        transports?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query: {
                /** @description The name of the account, repeated to prevent accidental deletion. */
                confirm: string;
            };
            header?: never;
            path: {
                /** @description Name of the account. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is being deleted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the account. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
        };
    };
    updateNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the process. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NodeChange"];
            };
        };
        responses: {
            /** @description The state was set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAllModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Models"];
                };
            };
        };
    };
    pullModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name from the list, or a repository of the hub as `owner/name@commit`. */
                    model: string;
                    /**
                     * @description Accepts a licence that forbids commercial use or is not known to allow it.
                     * @default false
                     */
                    accept_licence?: boolean;
                    /** @description The languages, for a repository whose model card names none. */
                    languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                    /** @description The engine, for a repository whose files could belong to several. */
                    engine?: string;
                };
            };
        };
        responses: {
            /** @description The pull has begun. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelPull"];
                };
            };
        };
    };
    removeModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the model. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    tryModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the model. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialRequest"];
            };
        };
        responses: {
            /** @description The results of both models. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelTrial"];
                };
            };
        };
    };
}
