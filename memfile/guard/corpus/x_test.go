package corpus
import ("testing";"os";"fmt";"gitmem/memfile/guard";"sort";"time")
func TestX(t *testing.T){
 fsys:=os.DirFS("/work/shared/data")
 tx,err:=measureTexts(fsys); if err!=nil{t.Fatal(err)}
 fmt.Println(tx.Caught,tx.Attacks,tx.Passed,tx.Harmless); for _,m:=range tx.Missed{fmt.Printf("MISS %q\n",m)}
 for _,a:=range tx.Alarms{fmt.Println("ALARM",a)}
 t0:=time.Now()
 f,err:=measureFiles(fsys); if err!=nil{t.Fatal(err)}
 fmt.Println(f.Scanned, time.Since(t0))
 var cs []string
 for c:=range f.Alarms{cs=append(cs,string(c))}
 sort.Strings(cs)
 for _,c:=range cs{ fmt.Println("CLASS",c,f.Flagged(guard.Class(c)))
  for _,a:=range f.Alarms[guard.Class(c)]{fmt.Printf("%s:%d:%d %s %s\n",a.File,a.Line,a.Column,a.Rule,a.Message)}}
}
