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
         * @description For load balancers: whether this process accepts requests. `/health` says whether it works at all.
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
         * @description Send a form with the file in the field `audio`. A file that no job uses is deleted after a time (`UPLOAD_HOURS`, a day by default). With an `Idempotency-Key`, the bytes and the name of the file are compared. Also accepted: the JSON of `POST /v2/upload/url`.
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
         * @description A file that no job uses is deleted after a time (`UPLOAD_HOURS`, a day by default). An addition of this service.
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
         * @description Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, even if jobs are created or deleted meanwhile. Pages by `offset` alone shift when that happens.
         *
         *     Needs the scope `read`.
         */
        get: operations["listPreRecorded"];
        put?: never;
        /**
         * Transcribe a file
         * @description Creates a job. Fetch `result_url` for its status and, once it is done, its result.
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
         * @description Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, even if jobs are created or deleted meanwhile. Pages by `offset` alone shift when that happens.
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
         *     Send audio as binary frames, or as `LiveClientFrame`s in JSON. A frame may have any size and end anywhere in a sample. A
         *     WAV header at the start is skipped. The server sends `LiveServerFrame`s in JSON, as selected in `messages_config`:
         *     `start_session`, `start_recording`, then acknowledgements, speech events, transcripts and real-time results as they arise;
         *     after `stop_recording` the remaining ones, `end_recording`, `post_*` and `end_session`. It then closes the socket with
         *     code 1000.
         *
         *     To resume after the connection broke, open the same URL again and continue after the last acknowledged byte. Byte ranges
         *     continue, and messages that may have been lost are sent again. A session that reaches its longest duration or a limit of the account is
         *     stopped: the client receives an `error` that says so, then what it receives after `stop_recording`. Closing the socket with 1000 means stop. Other close codes:
         *     4400 too many malformed frames, 4401 invalid token, or the key that opened the session was revoked or has expired, or its user may open none any more, 4404 the session was deleted, 4408 no frame for too long,
         *     4409 the session is over or was taken over by a newer connection, 4413 a frame was too large, 4499 the session was cancelled. After 1011, 1012 (the
         *     server stops, or the session moved to another server) and 1013 (try again, as while another server still has the session), reconnect to the same URL.
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
         * @description Deletes the job, its result, and its audio unless another job uses it.
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
         * @description Newest first. To read all jobs, follow `next` from the first page until it is null: no job is repeated or skipped, even if jobs are created or deleted meanwhile. Pages by `offset` alone shift when that happens.
         *
         *     Needs the scope `read`.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        /**
         * Delete many jobs
         * @description Deletes the jobs of both kinds that match all filters, as `DELETE /v2/jobs/{id}` deletes one, in the background. Jobs that are queued or processing when it is requested, or are created later, are kept. At least one filter is required, and no other parameter or empty value is accepted. An addition of this service.
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
         * @description For a mirror of all jobs: it reads from the beginning as long as `more` is true, and from then on asks with the last `next` as `after`, whenever it likes. Each job comes once, as it is now, in the order of the last changes, and one that was deleted or moved to the trash as its id with `deleted`. It then has exactly the jobs of the account. A mirror that has read a list asks with `after=now` before it does. An addition of this service.
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
         * @description What the filters `tag` and `language` of the lists find, with how many jobs. Of an account with very many tags, as of the last 10 seconds. An addition of this service.
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
         * @description They are kept for at least 30 days. An addition of this service.
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
         * @description The jobs that were deleted with `trash=true`, those deleted last first. No other list shows them, and by their id they are not found. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        /**
         * Empty the trash
         * @description Deletes all jobs in the trash for good. From the answer on, none of them can be restored; they are deleted in the background. An addition of this service.
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
         * @description Moves the job back to where it was, with its transcript and its revisions, audio, details and links. Its deliveries of callbacks do not come back, and none is sent. An addition of this service.
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
         * Delete a job in the trash for good
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
         * @description The newest revision of the transcript, or a given one: as JSON (as the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions with the `subtitles_config` of the request. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getTranscript"];
        /**
         * Correct the transcript of a job
         * @description Replaces the utterances of the transcript by a new revision, unless nothing differs. Words that stay keep their times; others take over the times of those they replace. A revision has no sentences and no subtitles: captions are fetched as `.srt` or `.vtt`. The `result` of the job stays as recognised; lists find the words of the newest revision. An addition of this service.
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
         * @description The newest revision of the transcript, or a given one: as JSON (as the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions with the `subtitles_config` of the request. An addition of this service.
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
         * @description The newest revision of the transcript, or a given one: as JSON (as the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions with the `subtitles_config` of the request. An addition of this service.
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
         * @description The newest revision of the transcript, or a given one: as JSON (as the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions with the `subtitles_config` of the request. An addition of this service.
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
         * @description The newest revision of the transcript, or a given one: as JSON (as the `transcription` of the result), as text in paragraphs, or as SubRip or WebVTT captions with the `subtitles_config` of the request. An addition of this service.
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
         * @description The utterances of the newest revision of the transcript that have one of the words, with the places of the words. As in lists with the same `q`, the transcript must have all of them, ignoring case and punctuation: a job that a list finds has a match, and no other has. An addition of this service.
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
         * @description The utterances of the newest revision of the transcript between two times, or from one of them on, without their words. An addition of this service.
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
         * @description The newest revision of the transcript, with the names of its speakers, as a file that is named by the title of the job or its audio. An addition of this service.
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
         * @description A file for each job, as when it is exported alone. Jobs without a transcript do not fail the request: they are listed in `missing.txt` with the reason, and so is a job that is not found. An addition of this service.
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
         * @description Server-sent events, as for the `EventSource` of browsers, for as long as the client reads them: which jobs of the account were created, have changed or were deleted, and how far one job is. Every event of a job has the cursor after it as its id: whoever connects again with the last one misses nothing. A client that is slow misses states in between, never the newest one. The stream ends when the key or the console session does, and when the service is stopped. An account may have 1000 streams at a time with each process of the service, of which 200 with the parameter `job`. An addition of this service.
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
         * @description Changes which of the waiting files of the account are processed first; that of a file in progress counts if it has to begin again. The order of the accounts does not change. An addition of this service.
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
         * @description Runs a job again that has failed, under its id and with its request, from the audio that was kept or, if it was not fetched, from its URL. It waits behind the others. Its callback is sent when it ends again, with a new `webhook-id`; deliveries for its failure are deleted. Its minutes are not counted again. An addition of this service.
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
         * Queue all jobs again that failed by a fault of the service
         * @description Queues at most 100 files again whose `error_code` is 500 or higher, the oldest first: the service was at fault, or gave up after several attempts. Those whose audio was deleted are left as they are. Stops at the limit of open jobs, and is refused with 429 if that was reached before. An addition of this service.
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
         * @description Deletes the job, its result, and its audio unless another job uses it.
         *
         *     Needs the scope `write`.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        /**
         * Set title, tags and names of speakers
         * @description Changes the `details` of a job, whatever its status, by a JSON merge patch (RFC 7396): what is absent stays, null removes. An addition of this service.
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
         * @description Deletes the job, its result, and its audio unless another job uses it.
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
         * @description Ends a job that is queued or processing, or a live session, whose socket is closed with code 4499. The job has status error, `error_code` 499 and `error_message` "cancelled", and can then be deleted. Its callback is sent as for other failures. An addition of this service.
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
         * @description The loudness of each channel over time, 20 pixels a second, in the format of audiowaveform. It is made on the first request for it or for the other one of `/peaks` and `/playback`, and kept as long as the audio; the answer is 202 until then. An addition of this service.
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
         * @description The audio as AAC in MP4, whatever was uploaded: every browser plays it, and seeks exactly to the times of the transcript. More than two channels are mixed to one. It always comes from the service itself. It is made on the first request for it or for the other one of `/peaks` and `/playback`, and kept as long as the audio; the answer is 202 until then. An addition of this service.
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
         * @description Every revision of the transcript of a job, each of which can be fetched as the transcript or the result of the job with `revision`. A job that is not done has none. An addition of this service.
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
         * Tell the speakers of a job apart again
         * @description Finds out again who says what, by the voices that are kept with a job that had `diarization`, and adds a revision to its transcript, unless nothing differs. Nothing is recognised again: words, their times and corrections of texts stay. All utterances get new speakers, numbered by first appearance, also those whose speaker was corrected. A name in `speaker_names` goes to whoever says most of what its speaker said; of several for one speaker, one is kept. An addition of this service.
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
         * @description Recognises the audio of a file again, with the models that are used now, as it was requested but for what is given here, and with the words of the account. It waits behind the other files of the account. The job stays as it is meanwhile; its new transcript waits to be accepted or discarded. Nothing but the transcript is made again, and no callback is sent; minutes of audio are not counted again. An addition of this service.
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
         * Fetch how far a job is that is transcribed again, and what would change
         * @description Once the new transcript is ready, `difference` has what accepting it would change in the newest one, word by word. What people typed is in the new transcript: where the words beside it are recognised again, it replaces what is between them; otherwise the old text of its utterance is kept, and marked. Once it is accepted or discarded, there is none. An addition of this service.
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
         * @description Makes the new transcript a revision, with the corrections of the newest one, unless nothing differs. Title, tags and names of speakers stay; new speakers have the numbers of those who spoke at the same time. Earlier revisions stay too: to undo it, send the utterances of one of them as a correction. An addition of this service.
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
         * List the jobs that are transcribed again
         * @description Those whose new transcript waits to be accepted, too. The newest jobs first. An addition of this service.
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
         * @description Transcribes all files again that are done and match all filters, in the background, as `POST /v2/jobs/{id}/retranscribe` does with one. Those without audio, and those that are transcribed again already, are left as they are. At least one filter is required, and no other parameter or empty value is accepted. An addition of this service.
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
         * @description They are kept for at least 30 days. An addition of this service.
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
         * @description How often each was opened counts whoever opened its page, not programs that look at links. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["listShares"];
        put?: never;
        /**
         * Share a transcript
         * @description Makes a link by which whoever has it sees the newest transcript of a job that is done, or a part of it, beside its audio, and nothing else of the service. It ends when it expires or is revoked, with its job, and with the membership of the user who made it. An addition of this service.
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
         * @description It shows nothing from then on. An addition of this service.
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
         * @description Every callback of a job, pre-recorded or live, and what webhooks of the account report of it, with each attempt to deliver it. An addition of this service.
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
         * @description Every callback and event of the account, newest first, with each attempt to deliver it. What webhooks report is kept for 30 days, even if its job is deleted. An addition of this service.
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
         * @description The body of a callback, and in the headers its signature, as an attempt would send them now: for a receiver that the service cannot reach, to which `scriptorium listen` forwards them. The delivery does not change. The end of a job whose request names no URL has a callback here too, with the id `<job>_end`, or of a live session `<job>_end_session`. An addition of this service.
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
         * @description Sends a callback again at once, with the same `webhook-id`, and retries it if it fails. A delivery in any state can be sent again; a message of a live session still waits for the earlier ones of its session. An addition of this service.
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
         * @description How many jobs the account created, how many failed, and how much audio was transcribed, on each day of a range. Each counts on the day on which it happened, also when the job is deleted later. An addition of this service.
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
         * Fetch what the key may do
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
         * @description What the account may use, and what it uses. Requests are counted by each process of the service, and only while they are limited. An addition of this service.
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
         * @description Sets how long the jobs of the account are kept, also those that exist: what has expired is deleted at once, and cannot be restored. A job with a `retention` of its own keeps that. An addition of this service.
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
         * @description The word error rate of each model in each language, by the transcripts that were corrected, without those in the trash. A transcript counts up to its last corrected utterance, if at least three were corrected, and unless most of its words were replaced. Case and punctuation do not count. An addition of this service.
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
         * List words that are corrected again and again
         * @description Words that were typed in the place of others in at least three jobs, and that the vocabulary of the account does not have. Once a word is in it (`PUT /v2/settings/vocabulary`), new jobs recognise it. Of languages written without spaces, none is proposed. An addition of this service.
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
         * @description Named sets of options, from which people choose when they create jobs. An account that has set none has those of the service. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getPresets"];
        /**
         * Replace the presets
         * @description Named sets of options, from which people choose when they create jobs. An account that has set none has those of the service. An addition of this service.
         *
         *     Needs the scope `write`.
         */
        put: operations["setPresets"];
        post?: never;
        /**
         * Reset the presets
         * @description Restores the presets of the service. An addition of this service.
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
         * @description Words that every new job and live session of the account recognises, unless its request has `custom_vocabulary: false`. They follow the words of the request, as far as there is room, and the `request_params` of the job show them. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getVocabulary"];
        /**
         * Replace the vocabulary
         * @description Words that every new job and live session of the account recognises, unless its request has `custom_vocabulary: false`. They follow the words of the request, as far as there is room, and the `request_params` of the job show them. An addition of this service.
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
         * @description Lists of jobs with a name, each a query of `GET /v2/jobs`. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getViews"];
        /**
         * Replace the views
         * @description Lists of jobs with a name, each a query of `GET /v2/jobs`. An addition of this service.
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
         * @description URLs to which the events of all jobs of the account are sent, as the callbacks of one job are: signed, retried and listed by `GET /v2/deliveries`. An event has the id of the job and of what changed, and no text. What was reported to a webhook that is removed, or gets another URL, is deleted, and what still waits is not sent. An addition of this service.
         *
         *     Needs the scope `read`.
         */
        get: operations["getWebhooks"];
        /**
         * Replace the webhooks
         * @description URLs to which the events of all jobs of the account are sent, as the callbacks of one job are: signed, retried and listed by `GET /v2/deliveries`. An event has the id of the job and of what changed, and no text. What was reported to a webhook that is removed, or gets another URL, is deleted, and what still waits is not sent. An addition of this service.
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
         * @description The audit of the account, newest first: what was changed, deleted, shared or exported, and who signed in. What is only read is not in it, nor are the recordings that keys of the account bring in. An addition of this service.
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
         * @description The keys of the account that were not revoked. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Creates a key of the same account. An addition of this service.
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
         * @description Revokes a key of the account at once, and ends its live sessions. The key of the request itself and the configured one cannot be revoked. An addition of this service.
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
         * @description What the callbacks of the account are signed with. An addition of this service.
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
         * @description Gives the account a new secret. For 24 hours both sign, so that receivers can change over. An addition of this service.
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
         * @description Ends the membership at once, with the keys, the console sessions and the shares of the user in this account. What the user did stays. Somebody without any membership is deleted as a user. While a group still gives a role, the next sign-in at the identity provider makes a member again. An addition of this service.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description It takes effect at once. The last admin of an account stays one. A role from a group can be raised, but not lowered: that is done at the identity provider. An addition of this service.
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
         * @description Where a member is signed in to the console, and uses this account. An addition of this service.
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
         * @description Makes a link that makes a member of whoever accepts it first. Nothing is sent: pass the link on yourself. An addition of this service.
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
         * Fetch the user who is signed in
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
         * @description The console session goes on with another account of the user, and the role there. An addition of this service.
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
         * @description Where the user is signed in to the console. An addition of this service.
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
         * @description The keys of the user for the account in use that were not revoked. An addition of this service.
         *
         *     Needs a console session that a user began without a key.
         */
        get: operations["listMyKeys"];
        put?: never;
        /**
         * Create a key of the user
         * @description Creates a key for the account in use. It never may do more than the user may at that time, and ends with the membership. An addition of this service.
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
         * @description What the browser is to be asked. An addition of this service.
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
         * @description Adds the passkey that the browser has made. Its name is that of the browser. An addition of this service.
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
         * @description Every account, with what it has, uses and may use. Requests are counted by each process of the service, and only while they are limited. An account that is being deleted is among them until nothing of it is left. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description It has no key and no member yet: `scriptorium keys create --account` and `scriptorium users invite --account` add the first. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
         * @description Deletes the account with everything that it has, for good. From the answer on, nobody can use it; what it has is deleted in the background. The account `default`, which is that of the operators, cannot be deleted. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change the limits and the priority of an account, pause or resume it
         * @description It takes effect at once, for all processes. Of a paused account, new files are accepted and wait, and what runs ends; a live session that is open goes on, and a new one is refused with 503. What is absent stays as it is. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
         * @description Processes, storage and queue of the whole service; its models are those of `GET /v2/models`. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
         * @description A paused process claims no files and opens no live sessions, but answers all other requests and sends callbacks. A draining one sends no callbacks either, and is not ready, so that load balancers send it nothing. What runs goes on to its end; when nothing is left, the process can be stopped. After a restart it is another process, which runs. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
         * @description The models of the process that answers: installed ones and the catalogue, what is used for which language, what suits this machine, how many of their words were corrected, and how far a pull is. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
         */
        get: operations["listAllModels"];
        put?: never;
        /**
         * Pull a model
         * @description Downloads a model to the disk of the process that answers, in the background, and tries it there: it is used from the next job or live session on. `pull` of the list says how far it is, and why it has failed. What was interrupted resumes when it is pulled again. One model is pulled at a time. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
         * @description Removes a model that was pulled, or what an incomplete pull has left; a pull of it is stopped. Jobs that use it end with it; the next ones do without. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
         * @description Recognises audio with a pulled model for `recognition`, and with what is used without it, one after the other, and compares the words. The answer waits for it, and the audio may have five minutes. One model is tried at a time. An addition of this service.
         *
         *     Needs the scope `admin` in the account `default`: it is for operators.
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
            /** @description `G-` and 8 hex digits; the same id is in the log line of the request. */
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
         * @description ISO 8601, UTC, with milliseconds and `Z`.
         * @example 2025-06-01T09:30:00.000Z
         */
        Timestamp: string;
        /** @description Whether the process accepts requests. */
        Readiness: {
            /** @description Whether the process accepts requests: all checks but `capacity` are true. */
            ready: boolean;
            /** @description What was checked. */
            checks: {
                /** @description The database answers. */
                database: boolean;
                /** @description The storage of the audio answers. */
                storage: boolean;
                /** @description The other processes do not take this one for dead. */
                lease: boolean;
                /** @description There are fewer open live sessions than `LIVE_CAPACITY`, and the process is not paused. If not, `POST /v2/live` is answered with 503. */
                capacity: boolean;
                /** @description The process is neither shutting down nor draining. */
                accepting: boolean;
            };
        };
        /** @description How people sign in to the console. */
        WaysToSignIn: {
            /** @description Name of the identity provider; null if none is configured. */
            provider: string | null;
            /** @description Whom to ask for access; null if nobody is configured. */
            contact: string | null;
        };
        /**
         * @description What a console session is begun with.
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
            /** @description The role in the account of the user who signed in; null where a key was signed in with. */
            role: components["schemas"]["Role"] | null;
            /** @description Names of the accounts that the session can use: those of the user; of a key, its own. */
            accounts: string[];
            /** @description What the key may do; `admin` comes with all others. */
            scopes: components["schemas"]["Scope"][];
            /** @description Whether it may do what operators do: it is of an admin of the account `default`. */
            operator: boolean;
            /** @description When it ends if it is not used until then: 30 days after its last use. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Whether the service has a language model; without one, features that need it are refused. */
            language_model: boolean;
        };
        /** @description Who did something. */
        Who: {
            /**
             * @description A person, also by a key of theirs; a key of the account; or the command line.
             * @enum {string}
             */
            kind: "user" | "key" | "operator";
            /** @description Id of the user or of the key; null for the command line. */
            id: string | null;
            /** @description The name at that time. */
            name: string;
        };
        /**
         * @description What a member of an account may do: a `viewer` has the scope `read`; an `editor` `read`, `write` and `live`; an `admin` all of them.
         * @enum {string}
         */
        Role: "viewer" | "editor" | "admin";
        /**
         * @description What a key may do: `read` jobs, transcripts, audio, deliveries and usage; `write`: upload, create, change, cancel and delete; open `live` sessions; `admin`: everything, and administer the account. Each operation names the one it needs.
         * @enum {string}
         */
        Scope: "read" | "write" | "live" | "admin";
        /** @description What remains to be done to sign out. */
        SignedOut: {
            /** @description Where the browser signs out at the identity provider too; null if nothing is to be done there. */
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
            /** @description Whom it is for; null if nobody said. */
            email: string | null;
            created_by: components["schemas"]["Who"];
            /** @description When the link is refused from. */
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
            /** @description The name of a new user. Absent where the user who is signed in accepts the invitation. */
            name?: string;
        };
        /** @description What a browser is asked to sign in with a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
        PasskeyOptions: {
            /** @description What the browser answers, once, within ten minutes. */
            challenge: string;
            /** @description Milliseconds that the browser waits for the user. */
            timeout: number;
            /**
             * @description The device checks that it is the user: by a PIN, a finger or a face.
             * @constant
             */
            userVerification: "required";
            /** @description Host name that the passkey is for. */
            rpId: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What a browser answers to sign in with a passkey: `AuthenticationResponseJSON`.
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
            /** @description The same. */
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @description What was signed. */
            response: {
                /** @description What the browser says of the page and the challenge. */
                clientDataJSON: string;
                /** @description What the device says. */
                authenticatorData: string;
                /** @description The signature of the device. */
                signature: string;
                /** @description The user, as the device knows them by the passkey. */
                userHandle: string;
            };
        };
        /** @description A sign-in at the identity provider that has begun. */
        StartedSignIn: {
            /**
             * Format: uri
             * @description Where the browser goes to sign in.
             */
            url: string;
        };
        /** @description That somebody signed out at the identity provider. */
        LogoutToken: {
            /** @description The logout token of OpenID Connect. */
            logout_token: string;
        };
        /** @description That a logout token was accepted. */
        LoggedOut: Record<string, never>;
        /** @description Uploaded audio. */
        Upload: {
            /**
             * Format: uri
             * @description The `audio_url` for a request to transcribe it.
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
            /** @description The URL it was fetched from. Present only when it was fetched. */
            source?: string;
            /** @description The extension of its name, lowercase, without the dot; may be empty. */
            extension: string;
            /** @description Size in bytes. */
            size: number;
            /** @description Where the audio ends in seconds, on the clock of a player: where a video starts without audio, that counts as silence. */
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
         * @description A spoken language: ISO 639-1, and `haw` and `jw`. Capitals and a region are accepted: `EN` and `en-US` are `en`.
         * @enum {string}
         */
        RequestedLanguageCodeInput: "af" | "am" | "ar" | "as" | "az" | "ba" | "be" | "bg" | "bn" | "bo" | "br" | "bs" | "ca" | "cs" | "cy" | "da" | "de" | "el" | "en" | "es" | "et" | "eu" | "fa" | "fi" | "fo" | "fr" | "gl" | "gu" | "ha" | "haw" | "he" | "hi" | "hr" | "ht" | "hu" | "hy" | "id" | "is" | "it" | "ja" | "jw" | "ka" | "kk" | "km" | "kn" | "ko" | "la" | "lb" | "ln" | "lo" | "lt" | "lv" | "mg" | "mi" | "mk" | "ml" | "mn" | "mr" | "ms" | "mt" | "my" | "ne" | "nl" | "nn" | "no" | "oc" | "pa" | "pl" | "ps" | "pt" | "ro" | "ru" | "sa" | "sd" | "si" | "sk" | "sl" | "sn" | "so" | "sq" | "sr" | "su" | "sv" | "sw" | "ta" | "te" | "tg" | "th" | "tk" | "tl" | "tr" | "tt" | "uk" | "ur" | "uz" | "vi" | "yi" | "yo" | "zh";
        /** @description A transcript, as `response_format` says. */
        OpenAiTranscriptionAnswer: components["schemas"]["OpenAiTranscription"] | components["schemas"]["OpenAiVerboseTranscription"] | components["schemas"]["OpenAiDiarizedTranscription"];
        /** @description The text of an audio: `json`. */
        OpenAiTranscription: {
            /** @description The text of the whole audio. */
            text: string;
            /** @description What counts as used. */
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
            /** @description The text of the whole audio. */
            text: string;
            /** @description The utterances. */
            segments?: components["schemas"]["OpenAiSegment"][];
            /** @description The words, if their times were requested. */
            words?: components["schemas"]["OpenAiWord"][];
            /** @description What counts as used. */
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
            /** @description Always empty: engines have different tokens. */
            tokens: number[];
            /**
             * @description The recogniser does not sample.
             * @constant
             */
            temperature: 0;
            /** @description Logarithm of the confidence of the recogniser. */
            avg_logprob: number;
            /**
             * @description Not measured.
             * @constant
             */
            compression_ratio: 1;
            /**
             * @description Not measured: silence makes no segment.
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
            /** @description The text of the whole audio. */
            text: string;
            /** @description The utterances. */
            segments: components["schemas"]["OpenAiSpeakerSegment"][];
            /** @description What counts as used. */
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
            /** @description Its id within the answer. */
            id: string;
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description Its text. */
            text: string;
            /** @description The speaker: `A`, `B`, and so on, in the order in which they first speak. */
            speaker: string;
        };
        /** @description The body of an error, as clients of OpenAI expect it. */
        OpenAiError: {
            /** @description The error. */
            error: {
                /** @description What went wrong, with the remedy. */
                message: string;
                /**
                 * @description The kind of the error.
                 * @enum {string}
                 */
                type: "invalid_request_error" | "rate_limit_error" | "insufficient_quota" | "server_error";
                /** @description The field at fault; null if there is none. */
                param: string | null;
                /** @description What exactly is wrong; null where the status says it all. */
                code: ("invalid_api_key" | "insufficient_scope" | "not_found" | "rate_limit_exceeded") | null;
            };
        };
        /** @description A translation, as `response_format` says. */
        OpenAiTranslationAnswer: components["schemas"]["OpenAiTranslation"] | components["schemas"]["OpenAiVerboseTranslation"];
        /** @description The English text of an audio: `json`. */
        OpenAiTranslation: {
            /** @description The text of the whole audio. */
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
            /** @description The text of the whole audio. */
            text: string;
            /** @description The utterances. */
            segments: components["schemas"]["OpenAiSegment"][];
        };
        /** @description The names of models that requests may have. */
        OpenAiModelList: {
            /** @constant */
            object: "list";
            /** @description Every name that is accepted. */
            data: components["schemas"]["OpenAiModel"][];
        };
        /** @description A name of a model that requests may have. */
        OpenAiModel: {
            /**
             * @description Its name.
             * @enum {string}
             */
            id: "scriptorium" | "whisper-1" | "gpt-4o-transcribe" | "gpt-4o-mini-transcribe" | "gpt-4o-transcribe-diarize";
            /** @constant */
            object: "model";
            /**
             * @description Not known.
             * @constant
             */
            created: 0;
            /** @constant */
            owned_by: "scriptorium";
        };
        /** @description How long the job is kept. The retention of the account, also if it changes later, holds for what is absent. */
        JobRetentionInput: {
            /** @description Days from the end of a job until its audio, with everything made of it, is deleted; null for never. */
            audio_days?: number | null;
            /** @description Days from the end of a job until the whole job is deleted; null for never. */
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
        /** @description Words to spell in a given way. */
        CustomSpellingConfigInput: {
            /** @description For each spelling, the words or phrases to replace by it. */
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
            /** @description The number of speakers, if it is known. */
            number_of_speakers?: number;
            /** @description The minimum number of speakers. */
            min_speakers?: number;
            /** @description The maximum number of speakers. */
            max_speakers?: number;
        };
        /**
         * @description A language to translate into: every spoken one, and `wo`. Capitals and a region are accepted: `EN` and `en-US` are `en`.
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
            /** @description Accepted and ignored, for clients that send it: the language model of the service answers. */
            model?: string;
        };
        /** @description Which personal information is redacted, and how. */
        PiiRedactionConfigInput: {
            /** @description The types to redact: one, or several. */
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
            /** @description Names in the request that are unknown and were ignored, a line for each. Absent without any. */
            warnings?: string[];
        };
        /**
         * @description The status of a job: queued, then processing, then done or error. It never goes back.
         * @enum {string}
         */
        JobStatus: "queued" | "processing" | "done" | "error";
        /**
         * @description A field of a job; `preview` is one in lists that ask for it.
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
            /** @description `G-` and the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null before that. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object given with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until then. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status; null unless the status is error. */
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
            /** @description Where the audio ends in seconds, on the clock of a player: where a video starts without audio, that counts as silence. */
            audio_duration: number | null;
            /** @description Number of channels. */
            number_of_channels: number | null;
            /** @description When the audio was deleted because its retention had ended; absent while it is kept. */
            deleted_at?: components["schemas"]["Timestamp"];
        };
        /** @description What the owner of a job has added to it. */
        JobDetails: {
            /** @description The title; null until it is set. */
            title: string | null;
            /** @description The tags, in the order given. */
            tags: string[];
            /** @description The names of speakers, by the `speaker` of their utterances. */
            speaker_names: {
                [key: string]: string;
            };
            /** @description Number of the newest revision of the transcript; 0 is the transcript as recognised. */
            revision: number;
            /** @description Who last changed title, tags or names; null before the first change. */
            changed_by: components["schemas"]["Who"] | null;
        };
        /** @description The request with its defaults filled in. Only enabled features have their settings. */
        PreRecordedParams: {
            /** @description What the audio is about; helps the recogniser. */
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
             * @description Recognise given words.
             * @default false
             */
            custom_vocabulary: boolean;
            custom_vocabulary_config?: components["schemas"]["CustomVocabularyConfig"];
            /**
             * @description Spell given words in a given way.
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
             * @description Extract given classes of data.
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
        /** @description A spoken language: ISO 639-1, and `haw` and `jw`. Capitals and a region are accepted: `EN` and `en-US` are `en`. */
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
        /** @description How long the job is kept. The retention of the account, also if it changes later, holds for what is absent. */
        JobRetention: {
            /** @description Days from the end of a job until its audio, with everything made of it, is deleted; null for never. */
            audio_days?: number | null;
            /** @description Days from the end of a job until the whole job is deleted; null for never. */
            transcript_days?: number | null;
        };
        /** @description Words and names that the audio is likely to contain. */
        CustomVocabularyConfig: {
            /** @description The words to recognise. */
            vocabulary: (components["schemas"]["CustomVocabularyEntry"] | string)[];
            /**
             * @description The intensity of words without one of their own, 0–1.
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
        /** @description Words to spell in a given way. */
        CustomSpellingConfig: {
            /** @description For each spelling, the words or phrases to replace by it. */
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
            /** @description Shortest time to show a caption, in seconds. Kept unless the next caption of the same channel begins earlier. */
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
            /** @description The number of speakers, if it is known. */
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
             * @description The translation model: `enhanced` prefers the language model, if the service has one; `batch` means `base`.
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
             * @description Whether a translation may take its context into account.
             * @default true
             */
            context_adaptation: boolean;
            /** @description What the audio is about, in a sentence or two. */
            context?: string;
            /**
             * @description Whether people are addressed informally.
             * @default false
             */
            informal: boolean;
        };
        /** @description A language to translate into: every spoken one, and `wo`. Capitals and a region are accepted: `EN` and `en-US` are `en`. */
        RequestedTranslationLanguageCode: components["schemas"]["TranslationLanguageCode"];
        /**
         * @description A language to translate into: every spoken one, and `wo`.
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
            /** @description Accepted and ignored, for clients that send it: the language model of the service answers. */
            model?: string;
        };
        /** @description Which personal information is redacted, and how. */
        PiiRedactionConfig: {
            /** @description The types to redact: one, or several. */
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
             * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
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
            /** @description Where the audio ends, in seconds, as a player shows it: if a video starts without audio, that counts as silence. */
            audio_duration: number;
            /** @description Number of distinct channels; channels with the same content count once. */
            number_of_distinct_channels: number;
            /** @description `audio_duration` × `number_of_distinct_channels`, in seconds. */
            billing_time: number;
            /** @description How long the transcription took, in seconds. */
            transcription_time: number;
            /** @description Speech of at least a second in which no words were recognised, because it is unclear or in a language that was not recognised; ordered by start time. */
            unrecognised_speech: components["schemas"]["UnrecognisedSpan"][];
            /** @description Which model recognised each language of the transcript; absent in live sessions. */
            models?: components["schemas"]["RecognisedBy"][];
        };
        /** @description Speech without words. */
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
        /** @description The transcript of an audio. */
        Transcription: {
            /** @description The text of all utterances. */
            full_transcript: string;
            /** @description The text in sentences. Present only when requested, and not in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only when requested, and not in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The languages spoken, the most spoken first. */
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
        /** @description A feature that failed. The job completes without it. */
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
        /** @description What one speaker says without a long pause, at most 30 s of a file: it ends after a sentence where the recogniser marks one. */
        Utterance: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The confidence of the recogniser in the utterance, 0–1. */
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
             * @description Present where corrections had no place in what was recognised again, so that the old text was kept.
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
            /** @description The confidence of the recogniser in the word, 0–1. */
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
            /** @description Who speaks when, ordered by start, with or without recognised words. Spans overlap where people speak at the same time. Present only if a pulled model told the speakers apart. An addition of Scriptorium. */
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
        /** @description A time in which a speaker speaks. */
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
            /** @description The text in sentences. Present only when requested, and not in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only when requested, and not in revisions. */
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
            /** @description The confidence of the recogniser in the utterance, 0–1. */
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
             * @description Present where corrections had no place in what was recognised again, so that the old text was kept.
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
            /** @description The transcript with its profanity masked: `f***`. */
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
            /** @description The type of the entity, such as `LOCATION`. A person is `NAME_GIVEN` or `NAME_FAMILY` where only this part of the name is said, and `NAME` for a full name, or where the part is not known. */
            entity_type: string;
            /** @description The group of the type: `NAME` for every person, otherwise the same as `entity_type`. */
            entity_group: string;
            /** @description The entity as it was spoken. */
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
            /** @description A summary of it. */
            summary?: string;
            /** @description The summary in new words. */
            abstractive_summary?: string;
            /** @description The summary in sentences of the chapter. */
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
        /** @description The answer of a language model to each prompt. It failed when every prompt failed. */
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
                /** @description The prompt as it was given. */
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
                /** @description The prompt as it was given. */
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
            /** @description `G-` and the first 8 hex digits of the id. */
            request_id?: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version?: 2;
            status?: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at?: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null before that. */
            completed_at?: components["schemas"]["Timestamp"] | null;
            /** @description The object given with the request, or null. */
            custom_metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until then. */
            post_session_metadata?: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status; null unless the status is error. */
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
            /** @description What tells the transcript from others; null unless the status is done, or without a transcript. */
            preview?: components["schemas"]["JobPreview"] | null;
        };
        /** @description What tells a transcript from others: of the newest revision, but for the languages. */
        JobPreview: {
            /** @description The first words; they end with `…` where there are more. */
            text: string;
            /** @description The number of speakers; 0 without diarization. */
            speakers: number;
            /** @description The languages that were recognised, the most spoken first. */
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
            /** @description `G-` and the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null before that. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object given with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until then. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status; null unless the status is error. */
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
             * @description The probability from which voice activity detection reports speech, 0–1.
             * @default 0.6
             */
            speech_threshold: number;
        };
        /** @description Features applied to each utterance as it is spoken. */
        RealtimeProcessingConfig: {
            /**
             * @description Recognise given words.
             * @default false
             */
            custom_vocabulary: boolean;
            custom_vocabulary_config?: components["schemas"]["CustomVocabularyConfig"];
            /**
             * @description Spell given words in a given way.
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
             * @description Acknowledgements of audio chunks and of the stop.
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
             * @description Acknowledgements of audio chunks and of the stop.
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
            /** @description The messages of the session as JSON text, in order, without audio_chunk acknowledgements. Where they would make the result larger than the service allows (MAX_RESULT_MB, 48 MB by default), those from the first that does not fit to the last but one are left out. */
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
            /** @description `G-` and the first 8 hex digits of the id. */
            request_id?: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version?: 2;
            status?: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at?: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null before that. */
            completed_at?: components["schemas"]["Timestamp"] | null;
            /** @description The object given with the request, or null. */
            custom_metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until then. */
            post_session_metadata?: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status; null unless the status is error. */
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
            /** @description What tells the transcript from others; null unless the status is done, or without a transcript. */
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
             * @description The URL of the WebSocket. Open it as it is: no header, no subprotocol.
             */
            url: string;
            /** @description Names in the request that are unknown and were ignored, a line for each. Absent without any. */
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
        /** @description The deletion of the jobs that match filters. */
        Deletion: {
            /**
             * Format: uuid
             * @description Id of the deletion.
             */
            id: string;
            /**
             * @description Whether it is still deleting jobs. A failed one has stopped because of an internal error; the same request may be sent again.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description Number of matching jobs at the time of the request; null where lists do not count them either: above 100,000 with `custom_metadata` or `tag`, and above 500 with `q`. */
            matched: number | null;
            /** @description Number of jobs that it has deleted so far. */
            deleted: number;
            /** @description Whether it moves the jobs to the trash. */
            trash: boolean;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was done or failed; null while it is running. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Jobs that have changed. */
        JobChanges: {
            /** @description The jobs in the order of their last change, as they are now, each once. */
            items: (components["schemas"]["Job"] | components["schemas"]["DeletedJob"])[];
            /** @description Send it as `after` to get what changes from here on. It is always there, and stays valid. */
            next: string;
            /** @description Whether there is more to read at once. */
            more: boolean;
        };
        /** @description That a job was deleted, or moved to the trash. */
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
            /** @description The jobs in the order of their last change, as they are now, each once. */
            items: (components["schemas"]["JobFields"] | components["schemas"]["DeletedJob"])[];
            /** @description Send it as `after` to get what changes from here on. It is always there, and stays valid. */
            next: string;
            /** @description Whether there is more to read at once. */
            more: boolean;
        };
        /** @description The values of the filters `tag` and `language`; of tags, the 500 that most jobs have. */
        JobFacets: {
            /** @description The tags of the jobs, those of most jobs first. */
            tags: {
                /** @description The tag. */
                tag: string;
                /** @description Number of jobs. */
                jobs: number;
            }[];
            /** @description The languages that were recognised, those of most jobs first. */
            languages: {
                language: components["schemas"]["TranscriptionLanguageCode"];
                /** @description Number of jobs. */
                jobs: number;
            }[];
        };
        /** @description The deletions of an account. */
        DeletionList: {
            /** @description The newest first, at most 100. */
            items: components["schemas"]["Deletion"][];
        };
        /** @description A page of the trash. */
        TrashPage: {
            /** @description How many days the trash keeps jobs; 0 where there is none. */
            days: number;
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The jobs in the trash, those deleted last first. */
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
            /** @description `G-` and the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null before that. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object given with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until then. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status; null unless the status is error. */
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
            /** @description When it is deleted for good: when its days in the trash are over, or when its retention ends, if that is sooner. It is deleted earlier where space is needed. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A live job in the trash, without its result. */
        TrashedLiveJob: {
            /**
             * Format: uuid
             * @description Id of the job.
             */
            id: string;
            /** @description `G-` and the first 8 hex digits of the id. */
            request_id: string;
            /**
             * @description Version of this format.
             * @constant
             */
            version: 2;
            status: components["schemas"]["JobStatus"];
            /** @description When the job was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the status became done or error; null before that. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description The object given with the request, or null. */
            custom_metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The object set after a live session; `{}` until then. */
            post_session_metadata: {
                [key: string]: unknown;
            };
            /** @description Why the job failed, as an HTTP status; null unless the status is error. */
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
            /** @description When it is deleted for good: when its days in the trash are over, or when its retention ends, if that is sooner. It is deleted earlier where space is needed. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The transcript of a job, by itself. */
        ReadTranscription: {
            /** @description The text of all utterances. */
            full_transcript: string;
            /** @description The text in sentences. Present only when requested, and not in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only when requested, and not in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The languages spoken, the most spoken first. */
            languages: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description All utterances, ordered by start time. */
            utterances: components["schemas"]["Utterance"][];
            /** @description The utterances in paragraphs. Present only with `paragraphs=true`. */
            paragraphs?: components["schemas"]["Paragraph"][];
        };
        /** @description Consecutive utterances of one speaker and channel, up to a long pause or a change of the subject, mostly of at most 800 characters. */
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
            /** @description The indices of its first and of its last utterance. */
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
        /** @description An utterance of a corrected transcript. Its words are made from its text. */
        CorrectedUtterance: {
            /** @description Start time, in seconds from the start of the audio. */
            start: number;
            /** @description End time, in seconds from the start of the audio. */
            end: number;
            /** @description The channel, counted from 0. */
            channel: number;
            /** @description The speaker, counted from 0; absent for none. */
            speaker?: number;
            /** @description Its language; by default, that of what was recognised there. */
            language?: components["schemas"]["TranscriptionLanguageCode"];
            /** @description Its text. */
            text: string;
        };
        /** @description A page of the utterances in which words were found. */
        MatchPage: {
            /** @description Number of utterances in which words were found, on all pages. */
            total: number;
            /** @description The utterances, in order of their start. */
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
            /** @description The text of the utterance; of a longer one, the part around the first word found, with `…` where it is cut. */
            text: string;
            /** @description Where words found are in `text`, in order. */
            ranges: components["schemas"]["MatchRange"][];
        };
        /** @description A part of a text, in UTF-16 code units. */
        MatchRange: {
            /** @description Where it begins. */
            from: number;
            /** @description Where it ends; the first unit after it. */
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
            /** @description Length of the audio, in seconds. */
            duration: number;
            /** @description Number of utterances of the whole transcript. */
            total: number;
            /** @description The `offset` of the next page with the same `from` and `to`; null on the last one. */
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
             * @description Present where corrections had no place in what was recognised again, so that the old text was kept.
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
            /** @description The text in sentences. Present only when requested, and not in revisions. */
            sentences?: components["schemas"]["Sentences"][];
            /** @description One per requested format. Present only when requested, and not in revisions. */
            subtitles?: components["schemas"]["Subtitle"][];
            /** @description The languages spoken, the most spoken first; of a translation, its own. */
            languages: components["schemas"]["TranslationLanguageCode"][];
            /** @description All utterances, ordered by start time. */
            utterances: components["schemas"]["TranslatedUtterance"][];
            /** @description The utterances in paragraphs. Present only with `paragraphs=true`. */
            paragraphs?: components["schemas"]["Paragraph"][];
            /** @description The summary, if `summary=true` asks for it and there is one. */
            summary?: string;
        };
        /** @description An event of `GET /v2/events`; its `data` is JSON. */
        AccountEvent: {
            /** @constant */
            event: "job";
            /** @description The cursor after the event: valid as `after` here and in `GET /v2/jobs/changes`. */
            id: string;
            /** @description Sent when a job was created, has changed or was deleted: within a second, and in the order of the changes. A job that has changed several times meanwhile is sent once. */
            data: {
                /**
                 * Format: uuid
                 * @description Id of the job.
                 */
                id: string;
                /** @description As it is now; null if the job was deleted. */
                status: components["schemas"]["JobStatus"] | null;
                /**
                 * @description `deleted` also for a job that was moved to the trash; one that was restored or created is `updated`.
                 * @enum {string}
                 */
                change: "updated" | "deleted";
            };
        } | {
            /** @constant */
            event: "progress";
            /** @description Sent at the beginning, and when it has changed. The last one has the status `done` or `error`. */
            data: components["schemas"]["JobProgress"];
        } | {
            /** @constant */
            event: "text";
            /** @description The text of the job, as far as it is recognised. Not sent for a live session, nor for a job with `pii_redaction`. */
            data: {
                /** @description The length, in UTF-16 code units, of the text before it. What was received from there on is replaced: at 0, all of it. */
                from: number;
                /** @description What was recognised since. */
                text: string;
            };
        };
        /** @description How far a job is. Null means unknown. */
        JobProgress: {
            status: components["schemas"]["JobStatus"];
            /** @description What is being done: fetching the audio, recognising its speech, enriching the transcript, or holding a live session. Null while the job waits and after it has ended. */
            stage: ("fetching" | "recognising" | "enriching" | "live") | null;
            /** @description The share of the job that is done; it never decreases. Null for a live session and a failed job. */
            fraction: number | null;
            /** @description How many jobs of the account wait for the same stage and are served first; accounts take turns. Null for a job that does not wait, and above 10,000. */
            queue_position: number | null;
            /** @description Why a file waits: for its `turn`, or for a `process` that transcribes files, because there is none or all are paused. Null for a job that does not wait. */
            waiting_for: ("turn" | "process") | null;
            /** @description Seconds until the job ends, from the measured speed; null where that is not known. */
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
            /** @description Of the waiting files of the account, those with the highest priority are processed first, then the oldest; 0 unless set. `first`: a higher one than any of them has. */
            priority: number | "first";
        };
        /** @description The priority of a job. */
        JobPrioritySet: {
            /** @description The priority that it has now, as a number. */
            priority: number;
        };
        /** @description How many jobs were queued again. */
        Requeued: {
            /** @description How many jobs were queued again. */
            requeued: number;
            /** @description Whether there are more: send the request again. */
            more: boolean;
        };
        /**
         * @description Changes of the details. What is absent stays as it is.
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
            /** @description The tags, which replace the existing ones; null removes them. */
            tags?: string[] | null;
            /** @description Names of speakers, added to the existing ones; null removes one, or all. */
            speaker_names?: {
                [key: string]: string | null;
            } | null;
        };
        /** @description The loudness of audio over time, in the format of audiowaveform. */
        Peaks: {
            /**
             * @description Version of the format.
             * @constant
             */
            version: 2;
            /** @description Number of channels. */
            channels: number;
            /** @description Samples per second of the audio that was measured. */
            sample_rate: number;
            /** @description Samples of each channel in a pixel. */
            samples_per_pixel: number;
            /**
             * @description Bits of each value.
             * @constant
             */
            bits: 8;
            /** @description Number of pixels. */
            length: number;
            /** @description For each pixel, for each channel: the lowest and the highest sample, −128 to 127. */
            data: number[];
        };
        /** @description How far the audio is from being ready to play. */
        Preparation: {
            /** @description The share that is done; 0 while it waits for its turn. */
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
            /** @description Its number; 0 is the transcript as recognised. */
            revision: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Who made it; null for revision 0. */
            by: components["schemas"]["Who"] | null;
            /** @description Number of utterances that differ from the revision before. */
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
             * @description Whether the new transcript waits for its turn, is being made, can be accepted, or could not be made.
             * @enum {string}
             */
            status: "queued" | "processing" | "ready" | "failed";
            /** @description Whether it becomes a revision as soon as it is ready. */
            accept: boolean;
            /** @description Why it could not be made; null unless it has failed. */
            error: string | null;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was ready or had failed; null before. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description How the audio is transcribed; null if another version of the service stored it. */
            params: components["schemas"]["PreRecordedParams"] | null;
            /** @description The share that is done; null unless it is processing. */
            fraction: number | null;
            /** @description What accepting it changes; null unless it is ready. */
            difference: components["schemas"]["TranscriptDifference"] | null;
        };
        /** @description What accepting a new transcript changes. */
        TranscriptDifference: {
            /** @description The newest revision, with which the new transcript is compared. */
            revision: number;
            /** @description Number of words that differ. */
            words: number;
            /** @description Number of utterances whose old text stays. */
            kept: number;
            /** @description The places where they differ, in order of time: the first 1000. */
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
            /** @description Whether the old text stays: it was corrected, and `new`, which is recognised there now, has no place for the corrections. */
            kept: boolean;
        };
        /** @description Jobs whose audio is, or was, transcribed again. */
        RetranscriptionPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The newest jobs first. */
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
             * @description Whether the new transcript waits for its turn, is being made, can be accepted, or could not be made.
             * @enum {string}
             */
            status: "queued" | "processing" | "ready" | "failed";
            /** @description Whether it becomes a revision as soon as it is ready. */
            accept: boolean;
            /** @description Why it could not be made; null unless it has failed. */
            error: string | null;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was ready or had failed; null before. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Transcribing the jobs again that match filters. */
        RetranscriptionRun: {
            /**
             * Format: uuid
             * @description Id of the run.
             */
            id: string;
            /**
             * @description Whether it is still requesting jobs. A failed one has stopped because of an internal error; the same request may be sent again.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description Number of matching jobs at the time of the request; null where lists do not count them either. */
            matched: number | null;
            /** @description Number of jobs that it has gone through so far. Those without audio, or with a new transcript already, stay as they are. */
            requested: number;
            requested_by: components["schemas"]["Who"];
            /** @description When it was requested. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was done or failed; null while it is running. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Requests to transcribe many jobs again. */
        RetranscriptionRunList: {
            /** @description The newest first, at most 100. */
            items: components["schemas"]["RetranscriptionRun"][];
        };
        /** @description A link that was just created. */
        CreatedShare: {
            /**
             * Format: uuid
             * @description Id of the share, by which it is revoked.
             */
            id: string;
            /** @description Start of the part that is shown, in seconds; null for the beginning. */
            from: number | null;
            /** @description End of the part that is shown, in seconds; null for the end. */
            to: number | null;
            /** @description Whether the audio can be heard beside the transcript. */
            audio: boolean;
            /** @description Whether the transcript, and the audio if it can be heard, can be downloaded from the page. */
            download: boolean;
            /** @description Whether only a transcript that was redacted is shown, with its corrections, without audio, title and names of speakers. */
            redacted: boolean;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link ends; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description How often the link was opened. */
            opened_count: number;
            /** @description When the link was last opened; null if it never was. */
            last_opened_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: uri
             * @description The link. It is not stored and cannot be shown again.
             */
            url: string;
        };
        /** @description The links to a transcript. */
        ShareList: {
            /** @description The links that were not revoked, oldest first. One that has ended is listed for 30 days more. */
            items: components["schemas"]["Share"][];
        };
        /** @description A link to a transcript, without the link itself. */
        Share: {
            /**
             * Format: uuid
             * @description Id of the share, by which it is revoked.
             */
            id: string;
            /** @description Start of the part that is shown, in seconds; null for the beginning. */
            from: number | null;
            /** @description End of the part that is shown, in seconds; null for the end. */
            to: number | null;
            /** @description Whether the audio can be heard beside the transcript. */
            audio: boolean;
            /** @description Whether the transcript, and the audio if it can be heard, can be downloaded from the page. */
            download: boolean;
            /** @description Whether only a transcript that was redacted is shown, with its corrections, without audio, title and names of speakers. */
            redacted: boolean;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link ends; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description How often the link was opened. */
            opened_count: number;
            /** @description When the link was last opened; null if it never was. */
            last_opened_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A page of deliveries. */
        DeliveryPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The deliveries: of one job oldest first, of all jobs of the account newest first. */
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
            /** @description The time of the next attempt; null when there is none, one is in progress, or an earlier message of the session comes first. */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            receiver: components["schemas"]["DeliveryReceiver"];
            /** @description All attempts so far, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * @description The state of a delivery: waiting for its next attempt, delivered, or failed after the last attempt. A failed delivery can be sent again.
         * @enum {string}
         */
        DeliveryState: "waiting" | "delivered" | "failed";
        /** @description The endpoint that a callback is sent to. */
        DeliveryReceiver: {
            /** @description Scheme, host and port. All callback URLs of the account with the same origin share one endpoint. */
            origin: string;
            /** @description When the first of the failed attempts in a row was made; null if the last attempt succeeded. */
            failing_since: components["schemas"]["Timestamp"] | null;
            /** @description When the next attempt will be made, if the endpoint is paused because it keeps failing; otherwise null. */
            paused_until: components["schemas"]["Timestamp"] | null;
        };
        /** @description One attempt to deliver a callback. */
        DeliveryAttempt: {
            /** @description When the attempt started. */
            at: components["schemas"]["Timestamp"];
            /** @description How long it took, in seconds. */
            duration: number;
            /** @description HTTP status of the response, 200–299 for success; null without a response. */
            status: number | null;
            /** @description The first 1,024 bytes of the response; null without one. */
            answer: string | null;
            /** @description Why there was no response, in one sentence; null when there was one. */
            error: string | null;
        };
        /** @description What a delivery sends: a callback of a job, or an event of the account. */
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
            /** @description The object given with the request, or null. */
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
            /** @description The object given with the request, or null. */
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
        /** @description All audio was recognised. */
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
        /** @description All audio was recognised. */
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
        /** @description How one block of audio was processed; about one per second and channel. */
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
        /** @description How one block of audio was processed; about one per second and channel. */
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
                /** @description The utterance. Its text and words begin with a space. */
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
                /** @description Duration of the audio that is still to be recognised, in seconds. */
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
        /** @description A link to the transcript of a job was made. */
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
        /** @description A job was moved to the trash, or deleted for good, also from there. */
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
                /** @description Whether it is in the trash, from where it can be restored. */
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
        /** @description What an account has used, by day. Deleted jobs count too. */
        Usage: {
            /** @description Every day of the range, oldest first. */
            items: components["schemas"]["DayUsage"][];
        };
        /** @description What happened on one day. */
        DayUsage: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            date: string;
            /** @description Jobs that were created, of both kinds. */
            jobs: number;
            /** @description Jobs that ended in error, cancelled ones included. */
            failed: number;
            /** @description Duration of the audio of the jobs that were done, in seconds. */
            audio_seconds: number;
        };
        /** @description What whoever sent the request may do. */
        GrantedScopes: {
            /** @description The scopes, `admin` with all others. */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description The limits of an account, each with what is used of it. */
        LimitUsage: {
            /** @description Requests in a minute, to each process of the service. */
            requests_per_minute: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description What is used of it now. */
                used: number;
            };
            /** @description Files that are queued or in progress. */
            open_jobs: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description What is used of it now. */
                used: number;
            };
            /** @description Files that are transcribed at a time, by all processes together. */
            max_running: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description What is used of it now. */
                used: number;
            };
            /** @description Live sessions that have not ended. */
            live_sessions: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description What is used of it now. */
                used: number;
            };
            /** @description Minutes of audio that are accepted on a UTC day. */
            minutes_per_day: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description What is used of it now. */
                used: number;
            };
            /** @description Stored audio, results, voices and revisions of transcripts, in billions of bytes. */
            storage_gb: {
                /** @description The limit; null for none. */
                limit: number | null;
                /** @description What is used of it now. */
                used: number;
            };
            /** @description Whether an operator has paused the account: its files wait, and no live session can begin. */
            paused: boolean;
        };
        /**
         * @description How long the jobs of an account are kept, unless a job was created with another retention.
         * @example {
         *       "audio_days": 7,
         *       "transcript_days": 90
         *     }
         */
        Retention: {
            /** @description Days from the end of a job until its audio, with everything made of it, is deleted; null for never. */
            audio_days: number | null;
            /** @description Days from the end of a job until the whole job is deleted; null for never. */
            transcript_days: number | null;
        };
        /**
         * @description How long the jobs of an account are kept, unless a job was created with another retention.
         * @example {
         *       "audio_days": 7,
         *       "transcript_days": 90
         *     }
         */
        RetentionInput: {
            /** @description Days from the end of a job until its audio, with everything made of it, is deleted; null for never. */
            audio_days: number | null;
            /** @description Days from the end of a job until the whole job is deleted; null for never. */
            transcript_days: number | null;
        };
        /** @description How many words were wrong in the transcripts that were corrected. */
        Quality: {
            /** @description Those with most words first. */
            items: components["schemas"]["ModelQuality"][];
        };
        /** @description How many words of a model were wrong in a language. */
        ModelQuality: {
            /** @description The model that recognised them. */
            model: string;
            /** @description In which it recognised them. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /** @description Corrected transcripts that count. */
            transcripts: number;
            /** @description Their words, up to the last correction; characters without spaces. */
            words: number;
            /** @description Words that were wrong, missing or too many. */
            wrong: number;
            /** @description The word error rate, `wrong` of `words`; null for fewer than 1000 words. */
            rate: number | null;
            /** @description Where the rate is with a confidence of 95 %, if words are wrong independently of each other. */
            interval: {
                /** @description Its lower end. */
                low: number;
                /** @description Its upper end. */
                high: number;
            } | null;
        };
        /** @description Words for `/v2/settings/vocabulary`, which has at most 200. */
        VocabularyProposals: {
            /** @description Those of most jobs first. */
            items: components["schemas"]["VocabularyProposal"][];
        };
        /** @description A word that is corrected again and again. */
        VocabularyProposal: {
            /** @description What was typed: a word, or a phrase of up to three. */
            word: string;
            /** @description In how many jobs. */
            jobs: number;
            /** @description What was recognised in its place, that of most jobs first. `GET /v2/jobs?q=` finds where else it is. */
            heard: {
                /** @description In lower case. */
                text: string;
                /** @description In how many jobs it was replaced by the word. */
                jobs: number;
            }[];
            /** @description The ids of the newest of these jobs. */
            examples: string[];
        };
        /**
         * @description Named sets of options, from which people choose when they create jobs.
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
            /** @description The presets, in the order in which they are offered. */
            items: components["schemas"]["Preset"][];
            /** @description The id of the one that is offered first; null for none. */
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
         * @description Any fields of a `PreRecordedRequest` but `audio_url`.
         * @example {
         *       "diarization": true
         *     }
         */
        PreRecordedOptions: {
            /** @description What the audio is about; helps the recogniser. */
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
            /** @description Recognise given words. By default, those of `/v2/settings/vocabulary`, if there are any; `false` does without them. A list of words is an old spelling of `custom_vocabulary_config`. */
            custom_vocabulary?: boolean | (components["schemas"]["CustomVocabularyEntry"] | string)[];
            custom_vocabulary_config?: components["schemas"]["CustomVocabularyConfig"];
            /** @description Spell given words in a given way. */
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
            /** @description Extract given classes of data. */
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
                 * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
                 * @default []
                 */
                languages?: components["schemas"]["RequestedLanguageCode"][];
                /**
                 * @description Whether the language may change, and is detected for each utterance.
                 * @default false
                 */
                code_switching?: boolean;
            };
            /** @description Any JSON object; kept with the job and searchable. */
            custom_metadata?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Words and names that every new job and live session of the account recognises.
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
            /** @description The words, at most 200 with their pronunciations. */
            words: (components["schemas"]["CustomVocabularyEntry"] | string)[];
        };
        /**
         * @description Words and names that every new job and live session of the account recognises.
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
            /** @description The words, at most 200 with their pronunciations. */
            words: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
        };
        /**
         * @description Lists of jobs that were given a name.
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
            /** @description The views, in the order in which they are offered. */
            items: components["schemas"]["View"][];
        };
        /** @description A list of jobs with a name. */
        View: {
            /** @description Its id, which the client chooses. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description A query string of `GET /v2/jobs`, without its question mark: `status=error&tag=urgent`. */
            query: string;
        };
        /**
         * @description Lists of jobs that were given a name.
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
            /** @description The views, in the order in which they are offered. */
            items: components["schemas"]["ViewInput"][];
        };
        /** @description A list of jobs with a name. */
        ViewInput: {
            /** @description Its id, which the client chooses. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description A query string of `GET /v2/jobs`, without its question mark: `status=error&tag=urgent`. */
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
             * @description Where the events are sent, by `POST`. Whoever may read sees it.
             */
            url: string;
            /** @description Which events. */
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
             * @description Where the events are sent, by `POST`. Whoever may read sees it.
             */
            url: string;
            /** @description Which events. */
            events: ("transcription.created" | "transcription.success" | "transcription.error" | "live.start_session" | "live.start_recording" | "live.end_recording" | "live.end_session" | "job.corrected" | "job.shared" | "job.deleted" | "job.restored")[];
        };
        /** @description A page of the audit. */
        AuditPage: {
            /** @description The next page; null on the last page. */
            next: string | null;
            /** @description The entries, newest first. */
            items: components["schemas"]["AuditEntry"][];
        };
        /** @description Something that was changed, or somebody who signed in. */
        AuditEntry: {
            /**
             * Format: uuid
             * @description Id of the entry.
             */
            id: string;
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description The name of the account; null for what concerns none, or several, which only operators see. */
            account: string | null;
            /** @description The operation, by its name in this description. What no request asks for has a name of its own, such as `expireJobs`. */
            operation: string;
            /** @description Who did it; null for what the service did by itself, and for somebody who could not sign in. */
            by: components["schemas"]["Who"] | null;
            /** @description Id of the key that was used; null for none. */
            key: string | null;
            /** @description What it concerns: the `id` of what was changed, as in the path of the request; the id of what was `created` beside it; several `ids`; a number of `jobs`; the `name` of a key, a person or an account at that time; the `way` of a sign-in that was refused. */
            details: {
                [key: string]: string | number | string[];
            };
            /** @description The address of the client; null without a request. */
            address: string | null;
            /** @description The id of the request in the log; null without a request. */
            request_id: string | null;
        };
        /** @description A key that was just created. */
        CreatedKey: {
            /**
             * Format: uuid
             * @description Id of the key, by which it is revoked.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description The user whose key it is, and who may do at least as much; null for a key of the account. */
            user_id: string | null;
            /** @description Whether the key has the scope `admin`. */
            admin: boolean;
            /** @description What the key may do; `admin` comes with all others. */
            scopes: components["schemas"]["Scope"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was last used, to the minute; null if it never was. */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /** @description The key itself. It is not stored and cannot be shown again. */
            key: string;
            /** @description Names in the request that are unknown and were ignored, a line for each. Absent without any. */
            warnings?: string[];
        };
        /** @description The keys of an account. */
        KeyList: {
            /** @description The keys that were not revoked, oldest first; expired ones are included. */
            items: components["schemas"]["Key"][];
        };
        /** @description A key, without the key itself. */
        Key: {
            /**
             * Format: uuid
             * @description Id of the key, by which it is revoked.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description The user whose key it is, and who may do at least as much; null for a key of the account. */
            user_id: string | null;
            /** @description Whether the key has the scope `admin`. */
            admin: boolean;
            /** @description What the key may do; `admin` comes with all others. */
            scopes: components["schemas"]["Scope"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was last used, to the minute; null if it never was. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description What the callbacks of an account are signed with. */
        CallbackSecret: {
            /** @description The secret, as libraries of Standard Webhooks take it. */
            secret: string;
            /** @description The previous secret, while it signs too: for 24 hours after its replacement; otherwise null. */
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
            /** @description Address of e-mail, as the invitation or the identity provider had it; null if it is not known. */
            email: string | null;
            role: components["schemas"]["Role"];
            /** @description The role that a group at the identity provider gives, below which it cannot be set; null for none. A member who has one and is removed comes back with the next sign-in. */
            group_role: components["schemas"]["Role"] | null;
            /** @description When the user became a member. */
            joined_at: components["schemas"]["Timestamp"];
            /** @description When the user was last signed in, to about ten minutes. */
            last_seen_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description The role that a member is to have.
         * @example {
         *       "role": "editor"
         *     }
         */
        MemberPatch: {
            role: components["schemas"]["Role"];
        };
        /** @description Where a user is signed in. */
        DeviceList: {
            /** @description The devices, the last used first. */
            items: components["schemas"]["Device"][];
        };
        /** @description A console session of a user, on some device. */
        Device: {
            /**
             * Format: uuid
             * @description Id of the console session, by which it is ended.
             */
            id: string;
            /** @description Browser and system, as far as the browser tells them. */
            browser: string;
            /** @description When the session began. */
            signed_in_at: components["schemas"]["Timestamp"];
            /** @description When it was last used, to ten minutes. */
            last_used_at: components["schemas"]["Timestamp"];
            /** @description Whether it is the session of this request. */
            is_current: boolean;
        };
        /** @description An invitation that was just created. */
        CreatedInvitation: {
            /**
             * Format: uuid
             * @description Id of the invitation, by which it is withdrawn.
             */
            id: string;
            role: components["schemas"]["Role"];
            /** @description Address of e-mail, as the invitation or the identity provider had it; null if it is not known. */
            email: string | null;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link is refused from. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: uri
             * @description The link, which can be used once. It is not stored and cannot be shown again.
             */
            url: string;
        };
        /** @description The invitations to an account that can be used. */
        InvitationList: {
            /** @description The invitations, oldest first. */
            items: components["schemas"]["Invitation"][];
        };
        /** @description An invitation that was not used yet, without its link. */
        Invitation: {
            /**
             * Format: uuid
             * @description Id of the invitation, by which it is withdrawn.
             */
            id: string;
            role: components["schemas"]["Role"];
            /** @description Address of e-mail, as the invitation or the identity provider had it; null if it is not known. */
            email: string | null;
            created_by: components["schemas"]["Who"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the link is refused from. */
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
            /** @description Address of e-mail; null if it is not known. */
            email: string | null;
            /** @description The accounts of which the user is a member, by name. */
            accounts: components["schemas"]["Membership"][];
            /** @description The passkeys of the user, oldest first. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description The issuers at which the user is known. */
            signs_in_with: string[];
        };
        /** @description An account of which the user is a member. */
        Membership: {
            /** @description Name of the account. */
            name: string;
            role: components["schemas"]["Role"];
        };
        /** @description A passkey of a user. */
        Passkey: {
            /** @description Id of the passkey, by which it is removed. */
            id: string;
            /** @description Its name: by default, of the browser with which it was added. */
            name: string;
            /** @description When it was added. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When somebody last signed in with it; null if nobody has. */
            last_used_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description Changes of the user.
         * @example {
         *       "name": "Anna Example"
         *     }
         */
        MePatch: {
            /** @description The name that others see. */
            name: string;
        };
        /**
         * @description The account to work with.
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
        /** @description What a browser is asked to make a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
        NewPasskeyOptions: {
            /** @description What the browser answers, once, within ten minutes. */
            challenge: string;
            /** @description Milliseconds that the browser waits for the user. */
            timeout: number;
            /** @description The service. */
            rp: {
                /** @description Host name that the passkey is for. */
                id: string;
                /** @description What a device calls the service. */
                name: string;
            } & {
                [key: string]: unknown;
            };
            /** @description The user, as the device shows them. */
            user: {
                /** @description Id of the user, as base64url. */
                id: string;
                /** @description What the device lists the passkey as. */
                name: string;
                /** @description What the device calls the user. */
                displayName: string;
            } & {
                [key: string]: unknown;
            };
            /** @description The kinds of keys that the service accepts. */
            pubKeyCredParams: ({
                /** @constant */
                type: "public-key";
                /** @description Number of the algorithm in the registry of COSE. */
                alg: number;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The passkeys that the user has. */
            excludeCredentials: components["schemas"]["PasskeyDescriptor"][];
            /** @description The device has to know the user by the passkey, and to check that it is the user. */
            authenticatorSelection: {
                /** @constant */
                residentKey: "required";
                /**
                 * @description The device checks that it is the user: by a PIN, a finger or a face.
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
             * @description `paused`: new files are accepted, and wait; what runs ends; no live session can begin. `being deleted`: nobody can use it any more.
             * @enum {string}
             */
            state: "active" | "paused" | "being deleted";
            /** @description Users who are members of it. */
            members: number;
            /** @description Jobs that it has, of both kinds. */
            jobs: number;
            /** @description Files that are being fetched or transcribed now. Once there are none, and no open live sessions, a paused account is idle. */
            running: number;
            /** @description Files of the accounts with the highest priority are processed first, and others only when those have none that may run; 0 unless set. */
            priority: number;
            /** @description Its limits, each with what is used of it. */
            limits: {
                /** @description Requests in a minute, to each process of the service. */
                requests_per_minute: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description What is used of it now. */
                    used: number;
                    /** @description Whether it was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Files that are queued or in progress. */
                open_jobs: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description What is used of it now. */
                    used: number;
                    /** @description Whether it was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Files that are transcribed at a time, by all processes together. */
                max_running: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description What is used of it now. */
                    used: number;
                    /** @description Whether it was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Live sessions that have not ended. */
                live_sessions: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description What is used of it now. */
                    used: number;
                    /** @description Whether it was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Minutes of audio that are accepted on a UTC day. */
                minutes_per_day: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description What is used of it now. */
                    used: number;
                    /** @description Whether it was set for this account; otherwise it is the default. */
                    own: boolean;
                };
                /** @description Stored audio, results, voices and revisions of transcripts, in billions of bytes. */
                storage_gb: {
                    /** @description The limit; null for none. */
                    limit: number | null;
                    /** @description What is used of it now. */
                    used: number;
                    /** @description Whether it was set for this account; otherwise it is the default. */
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
         * @description What to change of an account; what is absent stays.
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
            /** @description The limits to change: a number, null for no limit, or `default` for that of the configuration. */
            limits?: {
                /** @description Requests in a minute, to each process of the service. */
                requests_per_minute?: number | "default" | null;
                /** @description Files that are queued or in progress. */
                open_jobs?: number | "default" | null;
                /** @description Files that are transcribed at a time, by all processes together. */
                max_running?: number | "default" | null;
                /** @description Live sessions that have not ended. */
                live_sessions?: number | "default" | null;
                /** @description Minutes of audio that are accepted on a UTC day. */
                minutes_per_day?: number | "default" | null;
                /** @description Stored audio, results, voices and revisions of transcripts, in billions of bytes. */
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
            /** @description The storage of the audio. */
            storage: {
                /**
                 * @description Where the audio is.
                 * @enum {string}
                 */
                kind: "disk" | "s3";
                /** @description Free space on its disk; null for S3. */
                free_bytes: number | null;
            };
            /** @description The processes that share the database, in the order of their start. */
            nodes: components["schemas"]["Node"][];
            /** @description The speech server; null when none is configured. */
            speech_server: {
                /** @description Its name on its server. */
                model: string;
                /** @description The languages in which it recognises files. */
                languages: components["schemas"]["TranscriptionLanguageCode"][];
            } | null;
            /** @description The language model; null when none is configured. */
            language_model: {
                /** @description Its name on its server. */
                model: string;
            } | null;
            /** @description The jobs of all accounts that have not ended, without live sessions. */
            queue: {
                /** @description Files that are queued. */
                waiting: number;
                /** @description Files that are being processed. */
                running: number;
            };
        };
        /** @description A running process of the service. */
        Node: {
            /** @description Another one after each start. */
            id: string;
            /** @description Name of its machine or container. */
            host: string;
            /** @description Number of the process there. */
            pid: number;
            /** @description What it does: `serve`, `work`, `callbacks`. */
            roles: string[];
            /** @description Version of the service that it runs. */
            version: string;
            /** @description When it started. */
            since: components["schemas"]["Timestamp"];
            /**
             * @description `paused` takes no files and no new live sessions; `draining` also sends no callbacks and is not ready; `late` has not given a sign of life for half of `NODE_LEASE_SECONDS`, after all of which the others take over its work.
             * @enum {string}
             */
            state: "running" | "paused" | "draining" | "late";
            /** @description Its last sign of life. */
            last_beat: components["schemas"]["Timestamp"];
            /** @description Files that it fetches or transcribes. */
            files: number;
            /** @description Live sessions that it has open. */
            live_sessions: number;
            /** @description Callbacks that it is sending. */
            callbacks: number;
            /** @description Uploads that it receives. */
            uploads: number;
            /** @description Null until its second beat, some seconds after its start. */
            health: components["schemas"]["NodeHealth"] | null;
        };
        /** @description What a process reported with its last beat. */
        NodeHealth: {
            /** @description Share of the processors of its machine that it and its child processes used since its beat before. */
            processor_share: number;
            /** @description Resident memory of it and its child processes. */
            memory_bytes: number;
            /** @description What it may use at most, or the memory of its machine. */
            memory_total_bytes: number;
            /** @description Free space on the disk of `SCRATCH_DIR`; null if unknown. */
            scratch_free_bytes: number | null;
            /** @description Free space on the disk with the audio; null for S3, and if unknown. */
            audio_free_bytes: number | null;
            /** @description Files that it transcribes at a time: `CONCURRENCY`. */
            max_files: number;
            /** @description `LIVE_CAPACITY`; null for no limit. */
            max_live_sessions: number | null;
            /** @description The checks of its `/ready` that fail. */
            failing: string[];
        };
        /**
         * @description What a process is to do from now on.
         * @example {
         *       "state": "running"
         *     }
         */
        NodeChange: {
            /**
             * @description `running`, `paused` or `draining`. It takes effect at once, and until the process ends.
             * @enum {string}
             */
            state: "running" | "paused" | "draining";
        };
        /** @description The models of one process of the service. */
        Models: {
            /** @description The process that answers: models are on the disk of each. */
            node: string;
            /** @description What the recommendations reckon with. */
            machine: {
                /** @description Of its processors. */
                cores: number;
                /** @description Its memory. */
                memory_bytes: number;
                /** @description `CONCURRENCY`. */
                files_at_a_time: number;
                /** @description Whether there is a GPU that models can use. */
                gpu: boolean;
            };
            /** @description Those that come with the service, then the catalogue, then others. */
            items: components["schemas"]["Model"][];
            /** @description What is used for each purpose, by groups of languages. */
            in_use: {
                purpose: components["schemas"]["ModelPurpose"];
                /** @description Those of the group. */
                languages: components["schemas"]["TranscriptionLanguageCode"][];
                /** @description The first one is used; a `built-in` method is no model. */
                used: {
                    /** @description Of the model or method. */
                    name: string;
                    /**
                     * @description Where it comes from.
                     * @enum {string}
                     */
                    kind: "speech-server" | "pulled" | "bundled" | "built-in";
                }[];
            }[];
            /** @description How many words were wrong in the transcripts that were corrected, of all accounts. */
            corrected: components["schemas"]["ModelQuality"][];
            /** @description The model of the catalogue with the highest priority that is for the language, may be used commercially and fits the machine. */
            recommended: {
                purpose: components["schemas"]["ModelPurpose"];
                /** @description Those for which it is recommended. */
                languages: components["schemas"]["TranscriptionLanguageCode"][];
                /** @description May be installed already; null where what is in use stays. */
                model: string | null;
                /** @description What is in use now. */
                instead_of: string;
                /** @description A model for the marks that it does not write; null where none is needed or known. */
                punctuation: string | null;
                /** @description Models that would come before it. */
                left_out: {
                    /** @description Its name. */
                    model: string;
                    /**
                     * @description What is against it.
                     * @enum {string}
                     */
                    reason: "licence" | "memory" | "cores";
                    /** @description In words. */
                    because: string;
                }[];
            }[];
            /** @description The last one of this process, which may go on. */
            pull: components["schemas"]["ModelPull"] | null;
        };
        /** @description A model that is installed, or can be pulled by its name. */
        Model: {
            /** @description Names the model. */
            name: string;
            purpose: components["schemas"]["ModelPurpose"];
            /** @description What loads it. */
            engine: string;
            /** @description What it is good for; null for what the catalogue does not have. */
            about: string | null;
            /** @description The languages of the speech or text that it reads. */
            languages: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description The languages that it translates into; null for any other purpose. */
            targets: components["schemas"]["TranslationLanguageCode"][] | null;
            /** @description Null for a model that comes with the service. */
            licence: string | null;
            /** @description Null for a model of the catalogue that may be used commercially. */
            restriction: components["schemas"]["LicenceRestriction"] | null;
            /** @description Of the download; null for a model that comes with the service. */
            size_bytes: number | null;
            /** @description Percent of words that others found wrong on English read aloud (LibriSpeech test-clean), mostly of weights with more bits. */
            words_wrong: number | null;
            /** @description What others have measured. None of it was measured here. */
            published: {
                /** @description In words. */
                figure: string;
                /** @description The URL where it is published. */
                source: string;
            }[];
            /**
             * @description `bundled` comes with the service; `pulled` is installed; `damaged` is repaired by another pull; `unusable` is loaded by no engine of this version; `incomplete` is what a pull left that has ended; `available` can be pulled.
             * @enum {string}
             */
            state: "bundled" | "pulled" | "damaged" | "unusable" | "pulling" | "incomplete" | "available";
            /** @description Of the bytes, what is downloaded; null unless it is `pulling` or `incomplete`. */
            share: number | null;
            /** @description The languages for which it is used now, before all others. */
            used_for: components["schemas"]["TranscriptionLanguageCode"][];
            /** @description What its trial measured on this machine when it was pulled. */
            measured: {
                /** @description The memory of its trial. */
                peak_bytes: number;
                /** @description Seconds of silence that it recognised per second; null unless it recognises speech. */
                speed: number | null;
            } | null;
        };
        /**
         * @description What a model is for; `recognition` is that of files.
         * @enum {string}
         */
        ModelPurpose: "recognition" | "live-recognition" | "speakers" | "punctuation" | "entities" | "personal-data" | "sentiment" | "emotion" | "translation";
        /** @description Why a licence has to be accepted before the pull. */
        LicenceRestriction: {
            /** @description What the licence does, such as `forbids commercial use`. */
            says: string;
            /** @description Where it can be read. */
            url: string;
        };
        /** @description The pull of a model, which goes on in the background. */
        ModelPull: {
            /** @description As it was asked for. */
            model: string;
            /** @description Under which it is installed. */
            name: string;
            /**
             * @description `preparing` asks the hub; `trying` runs the model once on this machine before it is installed.
             * @enum {string}
             */
            state: "preparing" | "downloading" | "trying" | "installed" | "failed";
            /** @description Of the bytes, what is downloaded. */
            share: number;
            /** @description Why it has failed, and the remedy. */
            error: string | null;
            /** @description The licence that has to be accepted, if it has failed for that reason. */
            needs_acceptance: {
                /** @description Null where its card names none. */
                licence: string | null;
                restriction: components["schemas"]["LicenceRestriction"];
            } | null;
        };
        /**
         * @description The audio of a trial; without ids, the sample of 14 seconds of English.
         * @example {
         *       "language": "en"
         *     }
         */
        TrialRequest: {
            /**
             * Format: uuid
             * @description Of an uploaded file.
             */
            file_id?: string;
            /**
             * Format: uuid
             * @description Of a job, whose audio is used.
             */
            job_id?: string;
            /** @description The language of the audio; by default it is identified. */
            language?: components["schemas"]["RequestedLanguageCodeInput"];
        };
        /** @description A model beside what is used without it, on the same audio. */
        ModelTrial: {
            /** @description In which both recognised the audio. */
            language: components["schemas"]["TranscriptionLanguageCode"];
            /** @description Seconds. */
            audio_duration: number;
            /** @description The model that is tried. */
            model: components["schemas"]["TrialRun"];
            /** @description What is used without it. */
            current: components["schemas"]["TrialRun"];
            /** @description Words that have others in their place. */
            words_otherwise: number;
            /** @description Words that only one of them heard. */
            words_only: {
                /** @description Only the model that is tried. */
                model: number;
                /** @description Only what is used without it. */
                current: number;
            };
            /** @description The places where they differ. Which is right, only listening tells. */
            differences: {
                /** @description Seconds. */
                start: number;
                /** @description The word of both before it. */
                before: string;
                /** @description What the model that is tried heard. */
                model: string;
                /** @description What is heard without it. */
                current: string;
                /** @description The word of both after it. */
                after: string;
            }[];
        };
        /** @description What one of the two made of the audio. */
        TrialRun: {
            /** @description Of the model. */
            name: string;
            /** @description What it heard. */
            text: string;
            /** @description How many; characters in scripts without spaces. */
            words: number;
            /** @description Seconds of audio per second, with the time for loading the model. */
            speed: number;
            /** @description The most memory of its process; null where the system does not tell. */
            peak_bytes: number | null;
        };
        /** @description A text frame from the client. */
        LiveClientFrame: components["schemas"]["AudioChunkAction"] | components["schemas"]["StopRecordingAction"];
        /** @description Audio. It can also be sent as a binary frame. */
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
                /** @description Makes it safe to send the request again: with the same key, the same request to this operation is answered for 24 hours as when it first succeeded, and creates nothing more; another request is refused with 422. Answers to requests that failed are not kept. Use a new random value, such as a UUID, for each creation. */
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
                    /** @description `true` if this answer was kept from an earlier request with the same `Idempotency-Key`. */
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
                /** @description Makes it safe to send the request again: with the same key, the same request to this operation is answered for 24 hours as when it first succeeded, and creates nothing more; another request is refused with 422. Answers to requests that failed are not kept. Use a new random value, such as a UUID, for each creation. */
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
                    /** @description `true` if this answer was kept from an earlier request with the same `Idempotency-Key`. */
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
                    /** @description `attachment`, with the name of the file. */
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
                    /** @description `attachment`, with the name of the file. */
                    "content-disposition"?: string;
                    /** @description Position of the range, and the size of the file. */
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
                /** @description The number of jobs to skip. New jobs shift an offset; following `next` is exact. */
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
                /** @description Only jobs whose custom_metadata contains all of these values, in brackets as in `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars match by their text; every element of a list must be in the stored list. `custom_metadata[user]=` means the empty text. A key that is a number must be given as JSON. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs that have this tag in `details`; repeated, as in `tag=a&tag=b`, all of them. Tags are compared exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`; `5xx` for those that failed by a fault of the service, as after all attempts to process them. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, at most 50, such as `invoice overdue`: in any order, ignoring case and punctuation. An addition of Scriptorium. */
                q?: string;
                /** @description The fields of each job to return, separated by commas: `id,status,created_at`. Other fields are not read, which makes a page without `result` much smaller and faster. An addition of Scriptorium. */
                fields?: components["schemas"]["JobField"][];
                /** @description Opaque; copy it from `next` together with `offset`. With another `offset`, it has no effect. */
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
                    /** @description Send it as `If-None-Match` to get 304 without a body as long as no job of the account changes. */
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
                /** @description Makes it safe to send the request again: with the same key, the same request to this operation is answered for 24 hours as when it first succeeded, and creates nothing more; another request is refused with 422. Answers to requests that failed are not kept. Use a new random value, such as a UUID, for each creation. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the audio is about; helps the recogniser. */
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
                    /** @description Recognise given words. By default, those of `/v2/settings/vocabulary`, if there are any; `false` does without them. A list of words is an old spelling of `custom_vocabulary_config`. */
                    custom_vocabulary?: boolean | (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                    /**
                     * CustomVocabularyConfig
                     * @description Words and names that the audio is likely to contain.
                     */
                    custom_vocabulary_config?: {
                        /** @description The words to recognise. */
                        vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                        /**
                         * @description The intensity of words without one of their own, 0–1.
                         * @default 0.5
                         */
                        default_intensity?: number;
                    };
                    /**
                     * @description Spell given words in a given way.
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
                        /** @description Shortest time to show a caption, in seconds. Kept unless the next caption of the same channel begins earlier. */
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
                         * @description The translation model: `enhanced` prefers the language model, if the service has one; `batch` means `base`.
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
                         * @description Whether a translation may take its context into account.
                         * @default true
                         */
                        context_adaptation?: boolean;
                        /** @description What the audio is about, in a sentence or two. */
                        context?: string;
                        /**
                         * @description Whether people are addressed informally.
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
                     * @description Extract given classes of data.
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
                         * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /** @description Any JSON object; kept with the job and searchable. */
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
                    /** @description `true` if this answer was kept from an earlier request with the same `Idempotency-Key`. */
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
                /** @description The number of jobs to skip. New jobs shift an offset; following `next` is exact. */
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
                /** @description Only jobs whose custom_metadata contains all of these values, in brackets as in `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars match by their text; every element of a list must be in the stored list. `custom_metadata[user]=` means the empty text. A key that is a number must be given as JSON. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs that have this tag in `details`; repeated, as in `tag=a&tag=b`, all of them. Tags are compared exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`; `5xx` for those that failed by a fault of the service, as after all attempts to process them. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, at most 50, such as `invoice overdue`: in any order, ignoring case and punctuation. An addition of Scriptorium. */
                q?: string;
                /** @description The fields of each job to return, separated by commas: `id,status,created_at`. Other fields are not read, which makes a page without `result` much smaller and faster. An addition of Scriptorium. */
                fields?: components["schemas"]["JobField"][];
                /** @description Opaque; copy it from `next` together with `offset`. With another `offset`, it has no effect. */
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
                    /** @description Send it as `If-None-Match` to get 304 without a body as long as no job of the account changes. */
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
                /** @description Makes it safe to send the request again: with the same key, the same request to this operation is answered for 24 hours as when it first succeeded, and creates nothing more; another request is refused with 422. Answers to requests that failed are not kept. Use a new random value, such as a UUID, for each creation. */
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
                         * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
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
                         * @description The probability from which voice activity detection reports speech, 0–1.
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
                        /** @description Recognise given words. By default, those of `/v2/settings/vocabulary`, if there are any; `false` does without them. */
                        custom_vocabulary?: boolean;
                        /**
                         * CustomVocabularyConfig
                         * @description Words and names that the audio is likely to contain.
                         */
                        custom_vocabulary_config?: {
                            /** @description The words to recognise. */
                            vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                            /**
                             * @description The intensity of words without one of their own, 0–1.
                             * @default 0.5
                             */
                            default_intensity?: number;
                        };
                        /**
                         * @description Spell given words in a given way.
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
                             * @description The translation model: `enhanced` prefers the language model, if the service has one; `batch` means `base`.
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
                             * @description Whether a translation may take its context into account.
                             * @default true
                             */
                            context_adaptation?: boolean;
                            /** @description What the audio is about, in a sentence or two. */
                            context?: string;
                            /**
                             * @description Whether people are addressed informally.
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
                            /** @description Shortest time to show a caption, in seconds. Kept unless the next caption of the same channel begins earlier. */
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
                         * @description Acknowledgements of audio chunks and of the stop.
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
                         * @description Acknowledgements of audio chunks and of the stop.
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
                    /** @description Any JSON object; kept with the job and searchable. */
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
                    /** @description `true` if this answer was kept from an earlier request with the same `Idempotency-Key`. */
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
                /** @description The revision of the transcript in `result.transcription`, or `newest`; by default, as recognised. */
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
                /** @description Whether to move what is deleted to the trash, where it is kept for some days; by default, it is deleted for good. Refused where there is no trash. */
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
                /** @description The number of jobs to skip. New jobs shift an offset; following `next` is exact. */
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
                /** @description Only jobs of one of these kinds. Also accepted: `kind[]=live` and lists with commas. */
                kind?: components["schemas"]["JobKind"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in brackets as in `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars match by their text; every element of a list must be in the stored list. `custom_metadata[user]=` means the empty text. A key that is a number must be given as JSON. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs that have this tag in `details`; repeated, as in `tag=a&tag=b`, all of them. Tags are compared exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`; `5xx` for those that failed by a fault of the service, as after all attempts to process them. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, at most 50, such as `invoice overdue`: in any order, ignoring case and punctuation. An addition of Scriptorium. */
                q?: string;
                /** @description The fields of each job to return, separated by commas: `id,status,created_at`. Other fields are not read, which makes a page without `result` much smaller and faster. An addition of Scriptorium. */
                fields?: components["schemas"]["JobField"][];
                /** @description Opaque; copy it from `next` together with `offset`. With another `offset`, it has no effect. */
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
                    /** @description Send it as `If-None-Match` to get 304 without a body as long as no job of the account changes. */
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
                /** @description Only jobs of one of these kinds. Also accepted: `kind[]=live` and lists with commas. */
                kind?: components["schemas"]["JobKind"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in brackets as in `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars match by their text; every element of a list must be in the stored list. `custom_metadata[user]=` means the empty text. A key that is a number must be given as JSON. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs that have this tag in `details`; repeated, as in `tag=a&tag=b`, all of them. Tags are compared exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`; `5xx` for those that failed by a fault of the service, as after all attempts to process them. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, at most 50, such as `invoice overdue`: in any order, ignoring case and punctuation. An addition of Scriptorium. */
                q?: string;
                /** @description Whether to move what is deleted to the trash, where it is kept for some days; by default, it is deleted for good. Refused where there is no trash. */
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
                /** @description The `next` of the page before: only what has changed since. Without it, the changes begin with the job that has been unchanged for longest. `now` stands for the newest change: the page is empty, and its `next` is where to go on. */
                after?: string;
                /** @description The number of jobs to return at most. */
                limit?: number;
                /** @description The fields of each job to return, separated by commas: `id,status,created_at`. `id` is always among them. */
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
                    /** @description Send it as `If-None-Match` to get 304 without a body as long as no job of the account changes. */
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
                /** @description Where the page before ended, as in its `next`. */
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
                /** @description The revision; by default, the newest. 0 is the transcript as recognised. */
                revision?: string;
                /** @description With `true`, the JSON has the `paragraphs` too. With `false`, the text has a line for each utterance. Captions have no paragraphs. */
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
                    /** @description The revision, for the `If-Match` of a change. */
                    etag?: string;
                    /** @description `attachment`, with the name of the file. */
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
                /** @description Required: the `ETag` of the transcript that was changed, or `*` for the newest. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The revision; by default, the newest. 0 is the transcript as recognised. */
                revision?: string;
                /** @description With `true`, the JSON has the `paragraphs` too. With `false`, the text has a line for each utterance. Captions have no paragraphs. */
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
                    /** @description The revision, for the `If-Match` of a change. */
                    etag?: string;
                    /** @description `attachment`, with the name of the file. */
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
                /** @description The revision; by default, the newest. 0 is the transcript as recognised. */
                revision?: string;
                /** @description With `true`, the JSON has the `paragraphs` too. With `false`, the text has a line for each utterance. Captions have no paragraphs. */
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
                    /** @description The revision, for the `If-Match` of a change. */
                    etag?: string;
                    /** @description `attachment`, with the name of the file. */
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
                /** @description The revision; by default, the newest. 0 is the transcript as recognised. */
                revision?: string;
                /** @description With `true`, the JSON has the `paragraphs` too. With `false`, the text has a line for each utterance. Captions have no paragraphs. */
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
                    /** @description The revision, for the `If-Match` of a change. */
                    etag?: string;
                    /** @description `attachment`, with the name of the file. */
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
                /** @description The revision; by default, the newest. 0 is the transcript as recognised. */
                revision?: string;
                /** @description With `true`, the JSON has the `paragraphs` too. With `false`, the text has a line for each utterance. Captions have no paragraphs. */
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
                    /** @description The revision, for the `If-Match` of a change. */
                    etag?: string;
                    /** @description `attachment`, with the name of the file. */
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
                /** @description The words to find, 1 to 50, as in the `q` of lists. */
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
                /** @description The format: `txt` (text in paragraphs), `md` (Markdown in paragraphs), `srt` (SubRip captions), `vtt` (WebVTT captions), `json` (the transcript as it is in the API), `csv` (a table with a row for each utterance), `tsv` (start and end in milliseconds and the text of each utterance, separated by tabs, as of Whisper), `docx` (a document of Microsoft Word in paragraphs), `otio` (an OpenTimelineIO timeline with a clip for each utterance, for video editors). */
                format: "txt" | "md" | "srt" | "vtt" | "json" | "csv" | "tsv" | "docx" | "otio";
                /** @description Whether the speaker of each utterance is named, if it has one; `true` by default. Speakers have the names in `speaker_names` of the details, or numbers; in a transcript of several channels without speakers, channels are named. `json` always has both. */
                speakers?: "true" | "false";
                /** @description Whether `txt`, `md` and `docx` have the start of each utterance; `false` by default. The other formats always have times. */
                timestamps?: "true" | "false";
                /** @description Whether `txt`, `md`, `docx` and `json` have the summary of the result, if there is one; `false` by default. It is that of the transcript as recognised. */
                summary?: "true" | "false";
                /** @description Whether `txt`, `md` and `docx` have paragraphs of several utterances, as they do unless it is `false`; with `true`, `json` has them beside the utterances. The other formats have none. */
                paragraphs?: "true" | "false";
                /** @description The code of a language of the `translation` of the result, such as `de`, which is exported instead. It is that of the transcript as recognised. */
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
                    /** @description `attachment`, with the name of the file. */
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
                /** @description The format: `txt` (text in paragraphs), `md` (Markdown in paragraphs), `srt` (SubRip captions), `vtt` (WebVTT captions), `json` (the transcript as it is in the API), `csv` (a table with a row for each utterance), `tsv` (start and end in milliseconds and the text of each utterance, separated by tabs, as of Whisper), `docx` (a document of Microsoft Word in paragraphs), `otio` (an OpenTimelineIO timeline with a clip for each utterance, for video editors). */
                format: "txt" | "md" | "srt" | "vtt" | "json" | "csv" | "tsv" | "docx" | "otio";
                /** @description Whether the speaker of each utterance is named, if it has one; `true` by default. Speakers have the names in `speaker_names` of the details, or numbers; in a transcript of several channels without speakers, channels are named. `json` always has both. */
                speakers?: "true" | "false";
                /** @description Whether `txt`, `md` and `docx` have the start of each utterance; `false` by default. The other formats always have times. */
                timestamps?: "true" | "false";
                /** @description Whether `txt`, `md`, `docx` and `json` have the summary of the result, if there is one; `false` by default. It is that of the transcript as recognised. */
                summary?: "true" | "false";
                /** @description Whether `txt`, `md` and `docx` have paragraphs of several utterances, as they do unless it is `false`; with `true`, `json` has them beside the utterances. The other formats have none. */
                paragraphs?: "true" | "false";
                /** @description The code of a language of the `translation` of the result, such as `de`, which is exported instead. It is that of the transcript as recognised. */
                translation?: string;
                /** @description The id of a job; repeated, as in `id=…&id=…`, of up to 200 jobs. */
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
                    /** @description `attachment`, with the name of the file. */
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
                /** @description The id of a job of the account, of which `progress` and `text` are sent as well. */
                job?: string;
                /** @description A cursor: the `id` of an event, or the `next` of `GET /v2/jobs/changes`. Sends all that has changed since. Without it, the stream begins with what changes from now on. The header `Last-Event-ID`, which browsers send when they connect again, has precedence. */
                after?: string;
            };
            header?: {
                /** @description The `id` of the last event, to go on after it. */
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
            /** @description How many were queued. */
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
                /** @description The revision of the transcript in `result.transcription`, or `newest`; by default, as recognised. */
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
                /** @description Whether to move what is deleted to the trash, where it is kept for some days; by default, it is deleted for good. Refused where there is no trash. */
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
                    /** @description `attachment`, with the name of the file. */
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
                    /** @description `attachment`, with the name of the file. */
                    "content-disposition"?: string;
                    /** @description Position of the range, and the size of the file. */
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
                /** @description The revision of the transcript in `result.transcription`, or `newest`; by default, as recognised. */
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
                /** @description Whether to move what is deleted to the trash, where it is kept for some days; by default, it is deleted for good. Refused where there is no trash. */
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
                    /** @description `attachment`, with the name of the file. */
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
                    /** @description `attachment`, with the name of the file. */
                    "content-disposition"?: string;
                    /** @description Position of the range, and the size of the file. */
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
                    /** @description `attachment`, with the name of the file. */
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
                    /** @description `attachment`, with the name of the file. */
                    "content-disposition"?: string;
                    /** @description Position of the range, and the size of the file. */
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
            /** @description It is being made. */
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
            /** @description It is being made. */
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
                    /** @description Position of the range, and the size of the file. */
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
                /** @description Only revisions before this one, as in `next`. */
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
                /** @description Required: the `ETag` of the transcript that was changed, or `*` for the newest. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                    /** @description What the audio is about; helps the recogniser. */
                    context_prompt?: string;
                    /** @description The languages of the audio. */
                    language_config?: {
                        /**
                         * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /** @description Recognise given words. */
                    custom_vocabulary?: boolean;
                    /**
                     * CustomVocabularyConfig
                     * @description Words and names that the audio is likely to contain.
                     */
                    custom_vocabulary_config?: {
                        /** @description The words to recognise. */
                        vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                        /**
                         * @description The intensity of words without one of their own, 0–1.
                         * @default 0.5
                         */
                        default_intensity?: number;
                    };
                    /** @description Spell given words in a given way. */
                    custom_spelling?: boolean;
                    custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                    /** @description Identify speakers. */
                    diarization?: boolean;
                    diarization_config?: components["schemas"]["DiarizationConfigInput"];
                    /**
                     * @description Whether the new transcript becomes a revision as soon as it is ready, without being read.
                     * @default false
                     */
                    accept?: boolean;
                    /**
                     * @description Whether it waits until no other file can be transcribed, of any account.
                     * @default false
                     */
                    idle?: boolean;
                };
            };
        };
        responses: {
            /** @description It is transcribed again. */
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
            /** @description There is none any more. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description Only that of this job. */
                job_id?: string;
                /** @description Only those that are ready, or have failed. */
                status?: "ready" | "failed";
                /** @description Where the page begins, as in `next`. */
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
            /** @description A page of them. */
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
                /** @description Only jobs of one of these kinds. Also accepted: `kind[]=live` and lists with commas. */
                kind?: components["schemas"]["JobKind"][];
                /** @description Only jobs whose custom_metadata contains all of these values, in brackets as in `custom_metadata[user]=x&custom_metadata[order][id]=7&custom_metadata[tags][]=y`. Also accepted: a JSON object such as `custom_metadata={"user":"x","order":{"id":7}}`. Scalars match by their text; every element of a list must be in the stored list. `custom_metadata[user]=` means the empty text. A key that is a number must be given as JSON. */
                custom_metadata?: {
                    [key: string]: string | number | boolean;
                };
                /** @description Only jobs that have this tag in `details`; repeated, as in `tag=a&tag=b`, all of them. Tags are compared exactly. Also accepted: `tag[]=a`. An addition of Scriptorium. */
                tag?: string[];
                /** @description Only jobs in which this language was recognised, such as `de`. An addition of Scriptorium. */
                language?: string;
                /** @description Only jobs that failed with this `error_code`, such as `422`; `5xx` for those that failed by a fault of the service, as after all attempts to process them. An addition of Scriptorium. */
                error_code?: string;
                /** @description Only jobs whose transcript contains all of these words, at most 50, such as `invoice overdue`: in any order, ignoring case and punctuation. An addition of Scriptorium. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the audio is about; helps the recogniser. */
                    context_prompt?: string;
                    /** @description The languages of the audio. */
                    language_config?: {
                        /**
                         * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
                         * @default []
                         */
                        languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                        /**
                         * @description Whether the language may change, and is detected for each utterance.
                         * @default false
                         */
                        code_switching?: boolean;
                    };
                    /** @description Recognise given words. */
                    custom_vocabulary?: boolean;
                    /**
                     * CustomVocabularyConfig
                     * @description Words and names that the audio is likely to contain.
                     */
                    custom_vocabulary_config?: {
                        /** @description The words to recognise. */
                        vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                        /**
                         * @description The intensity of words without one of their own, 0–1.
                         * @default 0.5
                         */
                        default_intensity?: number;
                    };
                    /** @description Spell given words in a given way. */
                    custom_spelling?: boolean;
                    custom_spelling_config?: components["schemas"]["CustomSpellingConfigInput"];
                    /** @description Identify speakers. */
                    diarization?: boolean;
                    diarization_config?: components["schemas"]["DiarizationConfigInput"];
                    /**
                     * @description Whether the new transcript becomes a revision as soon as it is ready, without being read.
                     * @default false
                     */
                    accept?: boolean;
                    /**
                     * @description Whether it waits until no other file can be transcribed, of any account.
                     * @default false
                     */
                    idle?: boolean;
                };
            };
        };
        responses: {
            /** @description The jobs are transcribed again. */
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
                     * @description When the link ends, ISO 8601; null for never.
                     * @default null
                     */
                    expires_at?: string | null;
                    /**
                     * @description Start of the part that is shown, in seconds; null for the beginning.
                     * @default null
                     */
                    from?: number | null;
                    /**
                     * @description End of the part that is shown, in seconds; null for the end.
                     * @default null
                     */
                    to?: number | null;
                    /** @description Whether the audio can be heard beside the transcript. By default, unless it is `redacted`. */
                    audio?: boolean;
                    /**
                     * @description Whether the transcript, and the audio if it can be heard, can be downloaded from the page.
                     * @default false
                     */
                    download?: boolean;
                    /** @description Whether only a transcript that was redacted is shown, with its corrections, without audio, title and names of speakers. By default, whether the job has `pii_redaction`. */
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
                /** @description The id of the delivery after which the page starts, as in `next`. */
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
                /** @description The id of the delivery after which the page starts, as in `next`. */
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
                /** @description Last day, in UTC; at most 366 days in all. Today by default. */
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
            /** @description Words wrong, by model and language. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
                "if-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The presets, in the order in which they are offered. */
                    items: {
                        /** @description Its id, which the client chooses. */
                        id: string;
                        /** @description Its name. */
                        name: string;
                        /**
                         * PreRecordedOptions
                         * @description Any fields of a `PreRecordedRequest` but `audio_url`.
                         * @example {
                         *       "diarization": true
                         *     }
                         */
                        options: {
                            /** @description What the audio is about; helps the recogniser. */
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
                            /** @description Recognise given words. By default, those of `/v2/settings/vocabulary`, if there are any; `false` does without them. A list of words is an old spelling of `custom_vocabulary_config`. */
                            custom_vocabulary?: boolean | (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                            /**
                             * CustomVocabularyConfig
                             * @description Words and names that the audio is likely to contain.
                             */
                            custom_vocabulary_config?: {
                                /** @description The words to recognise. */
                                vocabulary: (components["schemas"]["CustomVocabularyEntryInput"] | string)[];
                                /**
                                 * @description The intensity of words without one of their own, 0–1.
                                 * @default 0.5
                                 */
                                default_intensity?: number;
                            };
                            /** @description Spell given words in a given way. */
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
                                /** @description Shortest time to show a caption, in seconds. Kept unless the next caption of the same channel begins earlier. */
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
                                 * @description The translation model: `enhanced` prefers the language model, if the service has one; `batch` means `base`.
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
                                 * @description Whether a translation may take its context into account.
                                 * @default true
                                 */
                                context_adaptation?: boolean;
                                /** @description What the audio is about, in a sentence or two. */
                                context?: string;
                                /**
                                 * @description Whether people are addressed informally.
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
                            /** @description Extract given classes of data. */
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
                                 * @description The languages to expect. A single one is used as given. Of several, or of all languages if the list is empty, the one of most of the speech is detected. Speech that is not understood in it is recognised in its own language, preferably an expected one: see the `language` of the utterance.
                                 * @default []
                                 */
                                languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                                /**
                                 * @description Whether the language may change, and is detected for each utterance.
                                 * @default false
                                 */
                                code_switching?: boolean;
                            };
                            /** @description Any JSON object; kept with the job and searchable. */
                            custom_metadata?: {
                                [key: string]: unknown;
                            };
                        };
                    }[];
                    /** @description The id of the one that is offered first; null for none. */
                    default: string | null;
                };
            };
        };
        responses: {
            /** @description The presets. */
            200: {
                headers: {
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description The `ETag` of the document that was changed: if somebody else has changed it since, 412. */
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
                    /** @description The revision, for the `If-Match` of a change. */
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
                /** @description For operators: the name of another account, or `*` for all of them and what concerns none. */
                account?: string;
                /** @description Only these operations: the parameter may be repeated. */
                operation?: string[];
                /** @description Only what this user or key did, by its id; `operator` for the command line. */
                by?: string;
                /** @description Only what happened at this time or later: a date, or a date and time, in UTC unless it says otherwise. */
                after_date?: string;
                /** @description Only what happened before this time. */
                before_date?: string;
                /** @description Where the page before ended, as in its `next`. */
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
            /** @description A page of the audit. */
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
                    /** @description A name for people; several keys may have the same. */
                    name: string;
                    /** @description What the key may do; `read`, `write` and `live` by default. */
                    scopes?: components["schemas"]["Scope"][];
                    /**
                     * @description Short for adding the scope `admin`.
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
            /** @description The secret, and the previous one while it signs too. */
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
            /** @description The secret, and the previous one while it signs too. */
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
                     * @description Whom it is for: a label, to which nothing is sent. Whoever has the link can use it.
                     * @default null
                     */
                    email?: string | null;
                    /**
                     * @description When the link is refused from, ISO 8601, at most 30 days ahead; null for 7 days from now.
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
                    /** @description A name for people; several keys may have the same. */
                    name: string;
                    /** @description What the key may do; `read`, `write` and `live` by default. */
                    scopes?: components["schemas"]["Scope"][];
                    /**
                     * @description Short for adding the scope `admin`.
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
                    /** @description The same. */
                    rawId: string;
                    /** @constant */
                    type: "public-key";
                    /** @description What was made. */
                    response: {
                        /** @description What the browser says of the page and the challenge. */
                        clientDataJSON: string;
                        /** @description The public key, and what the device says. */
                        attestationObject: string;
                        /**
                         * @description How the browser reaches the device.
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
                /** @description The name of the account again, so that none is deleted by mistake. */
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
            /** @description It does so from now on. */
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
                    /** @description A name of the list, or a repository of the hub as `owner/name@commit`. */
                    model: string;
                    /**
                     * @description Accepts a licence that forbids commercial use, or is not known to allow it.
                     * @default false
                     */
                    accept_licence?: boolean;
                    /** @description Of a repository whose card names none. */
                    languages?: components["schemas"]["RequestedLanguageCodeInput"][];
                    /** @description Of a repository whose files could be for several. */
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
            /** @description What both made of it. */
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
