------------------------------ MODULE OneOwner ------------------------------
(* Every object of the platform belongs to one declaration. The model has two stacks, each with one declaration, which are equal;
   two machines; two objects; and as disturbances a lost request or response, a late request, a kill, a rename, an import and a
   stale read. The rules are those of provider/engine/ownership and provider/engine/lifecycle/create.ts. Each has a name, so that
   the checker can leave it out: it must then find a violation that shows what the rule is for. *)
EXTENDS Naturals, FiniteSets
CONSTANTS Stacks, Machines, Names, None,
  Costly,      \* each creation is a purchase
  OneBackend,  \* each stack can read the state of the other
  LeftOut,     \* the rules that are left out
  Budget       \* how often each disturbance may happen
VARIABLES w, last  \* the world; the last step, for people who read a trace

Objects == 1..2
NoRecord == [id |-> None, known |-> {}, open |-> FALSE]
NoRun == [pc |-> "idle", at |-> None, known |-> {}, got |-> None, again |-> FALSE]
Init == /\ \E strangers \in 0..1 : w =
            [made    |-> strangers,                               \* number of objects ever created; the first may be somebody else's
             live    |-> 1..strangers,                            \* the objects on the platform
             past    |-> 1..strangers,                            \* the objects that a stale read shows
             by      |-> [o \in Objects |-> None],                \* the stack whose request created an object; no rule can read this
             given   |-> [s \in Stacks |-> {}],                   \* objects that a person has imported
             wanted  |-> {},                                      \* stacks for which a person has allowed another object
             reported |-> {},                                     \* objects that an output has named
             name    |-> [s \in Stacks |-> IF s = "one" THEN "dev" ELSE None],
             state   |-> [s \in Stacks |-> None],                 \* the object that a stack has in state
             pending |-> [s \in Stacks |-> 0],                    \* number of pending creations in its state
             more    |-> [s \in Stacks |-> FALSE],                \* whether its program sets allowDuplicate
             run     |-> [s \in Stacks |-> NoRun],                \* the running command
             unclear |-> [m \in Machines |-> [n \in Names |-> FALSE]],  \* whether a creation ended there with an unknown result
             late    |-> [s \in Stacks |-> 0],                    \* number of requests in transit that no command waits for
             record  |-> [m \in Machines |-> [n \in Names |-> NoRecord]],
             noted   |-> [m \in Machines |-> [n \in Names |-> {}]],  \* objects that a machine has noted as created
             left    |-> Budget]
        /\ last = <<None, None, "begin", None>>

Rule(r) == r \notin LeftOut
Others(s) == {t \in Stacks \ {s} : w.name[t] # None}
Idle(s) == w.run[s].pc = "idle" /\ w.name[s] # None
At(s, pc) == w.run[s].pc = pc
RecordOf(s) == w.record[w.run[s].at][w.name[s]]
Do(s, what, o, next) == w' = next /\ last' = <<s, w.run[s].at, what, o>>
Less(x) == [w.left EXCEPT ![x] = @ - 1]

(* Who owns an object: what the other stack has in state, what it has announced, and what this machine has noted. *)
HasIt(s, o) == OneBackend /\ \E t \in Others(s) : w.state[t] = o
Announced(s) == OneBackend /\ \E t \in Others(s) : w.pending[t] > 0
IsUpdating(s) == OneBackend /\ \E t \in Others(s) : ~At(t, "idle")
NotedFor(s, o) == \E n \in Names \ {w.name[s]} : o \in w.noted[w.run[s].at][n]
UnderWayHere(s) == \E t \in Others(s) : w.run[t].at = w.run[s].at /\ w.run[t].pc \in {"sent", "search"}

-----------------------------------------------------------------------------
(* A command stops, and its output names objects. *)
Stop(s, objects) == Do(s, "stop", None, [w EXCEPT
  !.reported = @ \cup objects, !.pending[s] = @ - 1, !.run[s] = NoRun])

StopUnclear(s, objects) == Do(s, "stop", None, [w EXCEPT
  !.reported = @ \cup objects, !.pending[s] = @ - 1, !.run[s] = NoRun, !.unclear[w.run[s].at][w.name[s]] = TRUE])

Up(s, m) == /\ Idle(s) /\ w.state[s] = None /\ w.pending[s] < 2
            /\ w' = [w EXCEPT !.pending[s] = @ + 1, !.run[s] = [NoRun EXCEPT !.pc = "look", !.at = m]]
            /\ last' = <<s, m, "up", None>>

(* The platform is read first; then the known ids and the request are recorded; then the request is sent. *)
Begin(s) ==
  /\ Rule("what another machine has requested has arrived") /\ w.pending[s] > 1 => w.late[s] = 0
  /\ \E seen \in {w.live} \cup (IF w.left.stale > 0 THEN {w.past} ELSE {}) :
     IF Rule("the platform is asked first") /\ ~w.more[s] /\ seen # {} THEN Stop(s, seen)
     ELSE IF Costly /\ w.pending[s] > 1 /\ ~w.more[s] THEN Stop(s, {})
     ELSE Do(s, IF seen = w.live THEN "send" ELSE "send, stale", None, [w EXCEPT
       !.run[s].pc = "sent", !.run[s].known = seen, !.left = IF seen = w.live THEN @ ELSE Less("stale"),
       !.record[w.run[s].at][w.name[s]] = IF Rule("a request is recorded before it leaves")
         THEN [id |-> None, known |-> seen, open |-> TRUE] ELSE @])

(* The object belongs to this resource. The machine notes it before the engine receives it. *)
Own(world, s, o) == [world EXCEPT
  !.run[s].pc = "save", !.run[s].got = o, !.noted[w.run[s].at][w.name[s]] = @ \cup {o}, !.unclear[w.run[s].at][w.name[s]] = FALSE,
  !.record[w.run[s].at][w.name[s]] = [id |-> o, known |-> {}, open |-> FALSE]]
Take(s, o) == Do(s, "take", o, Own(w, s, o))

(* How a command handles a record with the id of an object. *)
Resumes(s, m, o, pending) ==
  IF o \notin w.live THEN "forget"
  ELSE IF Rule("a finished creation is not resumed") /\ pending < 2
    THEN IF w.more[s] THEN "forget" ELSE "stop"
  ELSE IF Rule("a resumed creation asks the other stack") /\ (HasIt(s, o) \/ Announced(s))
    THEN IF Rule("allowDuplicate is heard") /\ w.more[s] THEN "forget" ELSE "stop"
  ELSE "take"

Look(s) == At(s, "look") /\ LET r == RecordOf(s) IN
  IF r.id # None THEN
    LET next == Resumes(s, w.run[s].at, r.id, w.pending[s]) IN
    CASE next = "stop" -> Stop(s, {r.id})
      [] next = "take" -> Take(s, r.id)
      [] OTHER -> Do(s, "forget", r.id, [w EXCEPT !.record[w.run[s].at][w.name[s]] = NoRecord])
  ELSE IF r.open THEN
    Do(s, "search", None, [w EXCEPT !.run[s].pc = "search", !.run[s].known = r.known, !.run[s].again = TRUE])
  ELSE Begin(s)

Made(s) == [w EXCEPT !.made = @ + 1, !.live = @ \cup {w.made + 1}, !.past = w.live, !.by[w.made + 1] = s]
CanMake == w.made < 2

Answer(s) == At(s, "sent") /\ CanMake /\ Do(s, "answer", w.made + 1, Own(Made(s), s, w.made + 1))
LoseResponse(s) == At(s, "sent") /\ CanMake /\ w.left.lost > 0 /\ Do(s, "lose response", w.made + 1,
  [Made(s) EXCEPT !.run[s].pc = "search", !.left = Less("lost")])
LoseRequest(s) == At(s, "sent") /\ w.left.lost > 0 /\ Do(s, "lose request", None,
  [w EXCEPT !.run[s].pc = "search", !.left = Less("lost")])
Delay(s) == At(s, "sent") /\ w.left.late > 0 /\ Do(s, "delay", None,
  [w EXCEPT !.run[s].pc = "search", !.late[s] = @ + 1, !.left = Less("late")])
Arrive(s) == w.late[s] > 0 /\ CanMake /\ Do(s, "arrive", w.made + 1, [Made(s) EXCEPT !.late[s] = @ - 1])

(* The objects that a request with an unknown result may have created, and no others. *)
Candidates(s) == {o \in w.live :
  /\ Rule("the search leaves out what was known") => o \notin w.run[s].known
  /\ Rule("the search asks the other stack") => ~HasIt(s, o)
  /\ Rule("the search asks the machine") => ~NotedFor(s, o)}
IsContested(s) == \/ Rule("a request is announced") /\ Announced(s)
                  \/ Rule("the search asks the machine") /\ UnderWayHere(s)
                  \/ \E n \in Names \ {w.name[s]}, m \in Machines : w.unclear[m][n] /\ IF m = w.run[s].at
                       THEN Rule("a creation that ended unclear is remembered") ELSE Rule("and known to other machines")
\* The time of a search is over: every earlier request has arrived, or never will.
IsOver(s) == Rule("a request arrives within the time of the search") => w.late[s] = 0
Search(s) == /\ At(s, "search")
             /\ LET found == Candidates(s) IN
                \/ /\ Rule("a lost response is searched for")
                   /\ Cardinality(found) = 1 /\ ~IsContested(s)
                   /\ \E o \in found : Take(s, o)
                \/ Cardinality(found) > 1 /\ StopUnclear(s, found)
                \/ Cardinality(found) = 1 /\ IsContested(s) /\ IsOver(s) /\ StopUnclear(s, found)
                \/ /\ found = {} \/ ~Rule("a lost response is searched for")
                   /\ IsOver(s)
                   /\ IF Costly /\ Rule("a purchase is not repeated") THEN StopUnclear(s, {})
                      ELSE IF w.run[s].again THEN Begin(s)
                      ELSE Do(s, "send again", None, [w EXCEPT !.run[s].pc = "sent"])

Save(s) == At(s, "save") /\ Do(s, "save", w.run[s].got, [w EXCEPT
  !.state[s] = w.run[s].got, !.pending[s] = @ - 1, !.more[s] = FALSE, !.run[s] = NoRun])

(* The next command finds the object in state, and removes its record. *)
Forget(s, m) == /\ Idle(s) /\ w.state[s] # None /\ w.record[m][w.name[s]].id = w.state[s]
                /\ w' = [w EXCEPT !.record[m][w.name[s]] = NoRecord] /\ last' = <<s, m, "up", w.state[s]>>

-----------------------------------------------------------------------------
(* The actions of people. *)
Kill(s) == ~At(s, "idle") /\ w.left.kill > 0 /\ \E late \in IF At(s, "sent") THEN 0..1 ELSE {0} :
  Do(s, IF late = 1 THEN "kill, arrives" ELSE "kill", None, 
  [w EXCEPT !.run[s] = NoRun, !.late[s] = @ + late, !.left = Less("kill"),
            !.unclear[w.run[s].at][w.name[s]] = @ \/ w.run[s].pc \in {"sent", "search"}])
ImportIsRefused(s, o) == Rule("an import asks the other stack") /\ (HasIt(s, o)
  \/ (Rule("an import asks for a creation that goes on") /\ Announced(s) /\ IsUpdating(s)))
Import(s, m, o) == /\ Idle(s) /\ w.state[s] = None /\ o \in w.live /\ w.left.import > 0 /\ ~ImportIsRefused(s, o)
                   /\ w' = [w EXCEPT !.state[s] = o, !.given[s] = @ \cup {o}, !.unclear[m][w.name[s]] = FALSE, !.left = Less("import"),
                                     !.record[m][w.name[s]] = NoRecord, !.noted[m][w.name[s]] = @ \cup {o}]
                   /\ last' = <<s, m, "import", o>>
Allow(s) == /\ Idle(s) /\ w.state[s] = None /\ ~w.more[s] /\ w.left.allow > 0
            /\ Do(s, "allow", None, [w EXCEPT !.more[s] = TRUE, !.wanted = @ \cup {s}, !.left = Less("allow")])
Rename(s, n) == /\ Idle(s) /\ w.left.rename > 0 /\ \A t \in Stacks : w.name[t] # n
                /\ w' = [w EXCEPT !.name[s] = n, !.left = Less("rename")] /\ last' = <<s, None, "rename", n>>
NewStack(s, n) == /\ w.name[s] = None /\ \A t \in Stacks : w.name[t] # n
                  /\ w' = [w EXCEPT !.name[s] = n] /\ last' = <<s, None, "new stack", n>>
Destroy(s, m) == /\ Idle(s) /\ w.state[s] # None /\ w.left.destroy > 0
                 /\ w' = [w EXCEPT !.live = @ \ {w.state[s]}, !.past = w.live, !.state[s] = None, !.left = Less("destroy"),
                                   !.record[m][w.name[s]] = IF @.id = w.state[s] THEN NoRecord ELSE @]
                 /\ last' = <<s, m, "destroy", w.state[s]>>

Next == \E s \in Stacks :
  \/ Look(s) \/ Answer(s) \/ LoseResponse(s) \/ LoseRequest(s) \/ Delay(s) \/ Arrive(s)
  \/ Search(s) \/ Save(s) \/ Kill(s) \/ Allow(s)
  \/ \E m \in Machines : Up(s, m) \/ Forget(s, m) \/ Destroy(s, m) \/ \E o \in Objects : Import(s, m, o)
  \/ \E n \in Names : Rename(s, n) \/ NewStack(s, n)
Spec == Init /\ [][Next]_<<w, last>>

-----------------------------------------------------------------------------
(* The promises. *)
IsQuiet(s) == w.run[s].pc = "idle" /\ w.late[s] = 0
\* No object has two owners.
OneOwner == \A s, t \in Stacks : s # t /\ w.state[s] # None => w.state[s] # w.state[t]
\* A stack has an object that its own request created, or that a person has imported.
\* (A person who imports or allows another object gives up the first one.)
NothingTaken == \A s \in Stacks : w.state[s] # None =>
  LET maker == w.by[w.state[s]] IN maker = s \/ w.state[s] \in w.given[s] \/ (maker # None /\ (w.given[maker] # {} \/ maker \in w.wanted))
\* No object is created twice, unless a person has allowed it, or an output has named the first one.
NothingTwice == \A s \in Stacks :
  LET mine == {o \in w.live : w.by[o] = s} IN Cardinality(mine) > 1 => s \in w.wanted \/ mine \cap w.reported # {}
\* An object that is in no state was named by an output, or Pulumi still warns about its interrupted creation.
NothingLost == \A o \in w.live, s \in Stacks : w.by[o] = s /\ IsQuiet(s) =>
  o \in w.reported \/ (\E t \in Stacks : w.state[t] = o) \/ w.pending[s] > 0
\* No object is deleted while it is in the state of a stack.
NothingDeleted == \A s \in Stacks : w.state[s] # None => w.state[s] \in w.live
\* When all commands have ended, a next one is possible: an up, with allowDuplicate if it was refused, or an import.
NextIsPossible == \A s \in Stacks, m \in Machines :
  (\A t \in Stacks : IsQuiet(t)) /\ Idle(s) /\ w.state[s] = None /\ w.more[s] /\ w.record[m][w.name[s]].id # None =>
    LET o == w.record[m][w.name[s]].id IN
    Resumes(s, m, o, w.pending[s] + 1) # "stop" \/ ~ImportIsRefused(s, o)
View == w
=============================================================================
