/** The text of `parley serve --help` after the options: the environment that it reads (src/config/index.ts). */
export const SERVE_HELP = `
Writes {"event":"service.ready","url":…} to standard output when it is ready. On SIGINT and SIGTERM it drains: it lets
live calls finish or hands them to another node, then stops (docs/how-to/restart-nodes.md); a second signal stops it
at once. SIGUSR2 resets the latencies of /metrics. SIGHUP reloads the LLM, STT, TTS and speech-to-speech providers
from the configuration file. Businesses can have providers of their own: parley admin provider. The console is at that
address; as long as it has no users, setupUrl of that line is the link for the first user (docs/how-to/console.md).

All settings except secrets can also be in a configuration file (docs/reference/configuration.md, parley config
check); the environment wins.

Environment:
  PARLEY_CONFIG         the configuration file (default parley.config.yaml, .yml or .json in the working directory)
  PARLEY_NATS_URL       join this NATS server (2.14 or newer, with JetStream) instead of starting one; all servers
                        of a cluster, separated by commas
  PARLEY_NATS_CREDS     file with a user's JWT and seed for that server, as nsc writes it
  PARLEY_NATS_NKEY      file with the seed of a user's nkey for that server
  PARLEY_NATS_USER, PARLEY_NATS_PASSWORD
                        or a user and a password for that server
  PARLEY_NATS_CA        file with the certificate authorities that server's certificate may be signed by (default the
                        machine's)
  PARLEY_NATS_CERT, PARLEY_NATS_KEY
                        files with the client certificate and its key; each of the three, and an address with tls://,
                        makes TLS mandatory
  PARLEY_REPLICAS       replicas of all state in the cluster (default 3 with three servers or more, else 1);
                        change existing streams with parley admin journal replicas
  PARLEY_NATS_SERVER    path of the nats-server binary to start
  PARLEY_CACHE_DIR      directory for a downloaded nats-server; services of one user can share it (default
                        <data-dir>/cache)
  PARLEY_NATS_SYNC      interval of syncs to disk, which a power failure can lose, like 2s, or always (default 2s); a
                        crash loses nothing
  PARLEY_DRAIN_SECONDS  seconds that a stopping service waits for live calls to end, 0 to 14400 (default 600)
  PARLEY_ACTOR_MEMORY_MIB
                        memory for idle actors, which saves reloading them, MiB; the least recently used are
                        evicted first (default a quarter of the Node.js heap limit)
  PARLEY_ARCHIVE_AFTER_MINUTES
                        minutes until an ended call is archived, and the same again until the archived messages are
                        removed; 10 or more, 0 for never (default 30)
  PARLEY_MODEL          LLMs of agents in fallback order, like openai:gpt-5-mini or openai:…,anthropic:…: openai,
                        anthropic, google, mistral, groq, azure, bedrock, openai-compatible, with their own variables
                        for keys and addresses (OPENAI_API_KEY, OPENAI_BASE_URL …; docs/how-to/providers.md);
                        module:<package or file>, a provider of your own, also for STT and TTS
                        (docs/how-to/external-providers.md); scripted: the rules in the agents' instructions (default
                        if no real channel is configured, otherwise none)
  PARLEY_REALTIME       speech-to-speech engines for calls, in place of LLM, STT and TTS, which remain as fallback: a
                        list like PARLEY_MODEL of openai:<model>[@<voice>], like openai:gpt-realtime@marin
                        (docs/how-to/providers.md; default none)
  PARLEY_RECOGNISER     speech-to-text, a list like PARLEY_MODEL: deepgram:flux-general-en or nova-3, assemblyai,
                        soniox, elevenlabs, openai (docs/reference/recognition.md); sherpa:<model>, installed by
                        parley speech install (default: the last installed model); phrase-book (default if there is
                        none): the phrases that the agents' instructions expect, and a small phrase book
  PARLEY_SPEECH_DIR     directory of those models (default <data-dir>/speech)
  PARLEY_SYNTHESISER    text-to-speech, a list of <provider>:<voice>: elevenlabs, cartesia, deepgram, openai, soniox
                        (docs/reference/synthesis.md); flite:slt (default), flite:rms, flite:awb, flite:kal
  PARLEY_TIME_ZONE      time zone of agents whose business has none of its own, like Europe/Berlin
                        (default UTC; docs/how-to/providers.md)
  PARLEY_PUBLIC_URL     public URL of this service for carriers, like https://voice.example.org
  PARLEY_MEDIA_THREADS  additional threads for call media (default 0: the main thread carries it; use one less than there
                        are cores); requests, imports and garbage collection of the main thread then delay no audio
  PARLEY_MEDIA_PORT     port shared by the media threads, 0 for any free port (default 0)
  PARLEY_MEDIA_URL      public URL of that port for carriers, like https://media.example.org; required with
                        PARLEY_PUBLIC_URL; the same URL if a proxy forwards /media/ to that port
  PARLEY_BROWSER_LEGS   browser audio on calls, for test calls, listening and taking over: auto (default), if its
                        worker is installed; on: build the worker at the start if it is missing; off
                        (docs/how-to/browser-calls.md)
  PARLEY_BROWSER_LEGS_PORT
                        UDP and TCP port for browser audio, 0 for any free port (default 0)
  PARLEY_BROWSER_LEGS_ADDRESS
                        IP address at which browsers reach it (default this machine's own address, or its loopback
                        address if PARLEY_HOST is one)
  PARLEY_MEDIASOUP_WORKER
                        path of the worker (default: built by parley legs install)
  PARLEY_ALLOWED_COUNTRIES
                        countries (ISO 3166-1) that businesses without a list of their own may call, like DE,AT,CH
                        (default all; docs/reference/api.md "Destinations")
  PARLEY_LOOPBACK_URL   URL of a running simulated phone network
  WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, INSTAGRAM_APP_SECRET, INSTAGRAM_VERIFY_TOKEN
                        receive messages from Meta instead of the simulated Meta; its webhooks go to
                        <public url>/channels/whatsapp/webhook and …/instagram/webhook
  PARLEY_MEDIA_HOSTS    hosts from which media of customers may be downloaded, besides the channels' own APIs; a leading
                        dot includes all subdomains (default lookaside.fbsbx.com,.fbcdn.net,.cdninstagram.com)
  PARLEY_META_URL       URL of a running simulated Meta
  PARLEY_SIMULATOR_TOKEN
                        token for the control interfaces of simulators, whether started here or already running
                        (default: generated at each start; simulatorToken in the service.ready line)
  PARLEY_MESSAGES_PER_SECOND
                        messages per second of an account (default 80)
  PARLEY_RECONCILE_MS   how long to wait for reports on a message of unknown outcome before it is sent
                        again (default 120000)
  PARLEY_DEVELOPMENT    1: allow webhooks to http and to addresses of this machine and its network
  PARLEY_TENANT_NAME_SERVERS
                        name servers for the hosts of webhooks, tools and providers that businesses configure, like
                        1.1.1.1,[2606:4700::1111]:53 (default the system's; its hosts file applies only in
                        development)
  TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM
  TELNYX_API_KEY, TELNYX_PUBLIC_KEY, TELNYX_CONNECTION_ID, TELNYX_FROM
  PLIVO_AUTH_ID, PLIVO_AUTH_TOKEN, PLIVO_FROM
                        carriers of calls, instead of the simulated network (docs/how-to/carriers.md)
  TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET
                        API key to use with Twilio instead of the auth token, which still verifies Twilio's webhooks
  TWILIO_REGION, TWILIO_EDGE
                        region in which Twilio processes calls, and the edge to reach it, like ie1 and dublin
  PARLEY_CARRIER        carriers of new calls in fallback order, like twilio,telnyx (default all
                        that have an account, in this order)
  TWILIO_MACHINE_DETECTION, TELNYX_MACHINE_DETECTION, PLIVO_MACHINE_DETECTION
                        1: the carrier detects answering machines, and charges for it (default: only Parley does)
  TWILIO_API_URL, TELNYX_API_URL, PLIVO_API_URL
                        base URL of the carrier's API, such as that of a region
  PARLEY_RATE_LIMIT, PARLEY_RATE_BURST
                        requests per second and burst of each API key (default 50 and 100)
  PARLEY_SPOOL_MIB      disk space for uploads and imports in progress, MiB (default 4096); an import
                        takes up to twice the size of its file
  PARLEY_BUSINESS_STORAGE_MIB
                        storage limit of a business, MiB: messages in the journal other than those of calls, and
                        uploaded files (default 8192); for a single business: parley admin business quota
  PARLEY_DATABASES      JSON file of the databases that Data Sources may read from, with their businesses
                        (docs/how-to/databases.md; default none)
  PARLEY_ADDRESS_RATE_LIMIT, PARLEY_ADDRESS_RATE_BURST
                        for requests that need no key or had a wrong one: requests per second and burst of
                        each client address (default 10 and 200)
  PARLEY_TRUSTED_PROXIES
                        proxies whose X-Forwarded-For is trusted, like 10.0.0.0/8,2001:db8::1 (default none)
  PARLEY_METRICS_TOKEN  bearer token for /metrics and the details of /readyz (default: no metrics)
  PARLEY_RECORDINGS     store of recordings, shared by all nodes: object-store (JetStream, the default),
                        file:/a/directory, or s3://bucket/prefix
  PARLEY_S3_ENDPOINT    endpoint of an S3-compatible store other than Amazon's, like https://s3.example.org
  PARLEY_S3_REGION      region of the bucket (default AWS_REGION; us-east-1 with an endpoint)
  PARLEY_S3_PATH_STYLE  1: <endpoint>/<bucket>/<key> (default with an endpoint), 0: <bucket>.<endpoint>/<key>
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
                        credentials for the bucket (default those of the machine)
  PARLEY_VOICE_DETECTOR voice activity detection: silero (default if the model can run here) or energy
  PARLEY_PREEMPTIVE     1: request replies from models at the likely end of a customer's turn, before it has ended:
                        answers come sooner, and replies that turn out wrong are paid for and discarded
                        (docs/explanation/media.md "Turns"; default 0)
  PARLEY_LOG_LEVEL      trace, debug, info, warn, error or silent (default info)`;
